import { spawn } from "node:child_process";
import { AppError } from "../core/errors.ts";

/** A tmux client of the stage's own server. It never speaks to another: `-S` is in every call. */
export interface Tmux {
  /** Runs one client and returns what it printed. Throws when it fails. */
  run(args: readonly string[]): Promise<string>;
  /**
   * Feeds any number of commands, one a line, through one client, and starts the server when there
   * is none. Throws when one of them fails.
   */
  feed(lines: readonly string[]): Promise<string>;
}

/** A thousand windows take seconds on a slow machine; a frozen server must not freeze us for good. */
const TIMEOUT_MS = 120_000;

export function createTmux(socket: string, env: Readonly<Record<string, string>>): Tmux {
  const base = ["-u", "-S", socket, "-f", "/dev/null"];
  return {
    run: (args) => runClient([...base, ...args], env, ""),
    // A server without sessions leaves at once, before the file is read, unless it is told to stay.
    feed: (lines) =>
      runClient(
        [...base, "start-server", ";", "set", "-s", "exit-empty", "off", ";", "source-file", "-"],
        env,
        [...lines, "set -s exit-empty on", ""].join("\n"),
      ),
  };
}

function runClient(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("tmux", args, { env, cwd: "/" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {}); // It may leave before it has read all: its exit says more.
    child.on("error", (cause) => {
      clearTimeout(timer);
      reject(
        new AppError(
          "E_UNAVAILABLE",
          "tmux can't be started.",
          "Install tmux 3.2 or newer.",
          cause,
        ),
      );
    });
    child.on("close", (code, signalled) => {
      clearTimeout(timer);
      const said = Buffer.concat(err).toString().trim();
      if (code === 0 && !said) return resolve(Buffer.concat(out).toString());
      reject(
        new Error(`tmux ended with ${signalled ?? code} on the stage: ${said || args.join(" ")}`),
      );
    });
    child.stdin.end(stdin);
  });
}
