import { spawn } from "node:child_process";

/** What a tmux client brought back. Failures are values: they cross threads. */
export type TmuxResult =
  | { ok: true; stdout: string; stderr: string }
  | {
      ok: false;
      reason: "no-server" | "timeout" | "missing" | "too-much" | "failed";
      message: string;
    };

export interface TmuxOptions {
  /** Commands for `source-file -`, one a line. */
  stdin?: string;
  /** @default 3000 */
  timeoutMs?: number;
  /** @default 32 MiB */
  maxBytes?: number;
}

const NO_SERVER = /no server running on|error connecting to|server exited|lost server/;

/**
 * Runs one tmux client. `-u` always: without a UTF-8 locale tmux prints `_` for every glyph (FR-024).
 * A client that outlives its time is killed with SIGKILL, because a frozen server freezes it too (FR-026).
 */
export function runTmux(
  socket: string,
  args: readonly string[],
  options: TmuxOptions = {},
): Promise<TmuxResult> {
  const { stdin, timeoutMs = 3000, maxBytes = 32 << 20 } = options;
  return new Promise((resolve) => {
    const { TMUX: _pane, TMUX_PANE: _id, ...env } = process.env;
    const child = spawn("tmux", ["-u", "-S", socket, ...args], {
      env,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    const settle = (result: TmuxResult): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(result);
    };
    const timer = setTimeout(
      () =>
        settle({
          ok: false,
          reason: "timeout",
          message: `tmux on ${socket} did not answer within ${timeoutMs} ms`,
        }),
      timeoutMs,
    );
    const gather = (into: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes)
        settle({
          ok: false,
          reason: "too-much",
          message: `tmux on ${socket} printed over ${maxBytes} bytes`,
        });
      else into.push(chunk);
    };
    child.stdout.on("data", gather(out));
    child.stderr.on("data", gather(err));
    child.stdin.on("error", () => {}); // It may be gone before it read all: its exit says more.
    child.on("error", (error: NodeJS.ErrnoException) =>
      settle(
        error.code === "ENOENT"
          ? { ok: false, reason: "missing", message: "tmux is not on PATH" }
          : { ok: false, reason: "failed", message: error.message },
      ),
    );
    child.on("close", (code) => {
      const stdout = Buffer.concat(out).toString("utf8");
      const stderr = Buffer.concat(err).toString("utf8");
      // `source-file` exits 1 when one pane of many has vanished: its output still counts.
      if (code === 0 || stdout !== "") return settle({ ok: true, stdout, stderr });
      settle({
        ok: false,
        reason: NO_SERVER.test(stderr) ? "no-server" : "failed",
        message: stderr.trim() || `tmux exited with ${code}`,
      });
    });
    child.stdin.end(stdin ?? "");
  });
}
