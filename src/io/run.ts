import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";

/** What a program brought back. Failures are values: they cross threads. */
export type RunResult =
  | { ok: true; code: number | null; stdout: string; stderr: string }
  | { ok: false; reason: "timeout" | "missing" | "too-much" | "failed"; message: string };

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  /** For messages. @default the program's name */
  name?: string;
  stdin?: string;
  /** @default 3000 */
  timeoutMs?: number;
  /** @default 32 MiB */
  maxBytes?: number;
  /** Of what it prints on stdout; `latin1`: a character for each byte. @default "utf8" */
  encoding?: "utf8" | "latin1";
}

/**
 * Runs a program to its end. One that outlives its time, or prints without end, is killed with SIGKILL,
 * and with it all that it started: it has a process group of its own (FR-026).
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const { env, name = program, stdin = "", timeoutMs = 3000, maxBytes = 32 << 20 } = options;
  const { encoding = "utf8" } = options;
  return new Promise((resolve) => {
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(program, args, { env, cwd: "/", detached: true });
    } catch (error) {
      return resolve({ ok: false, reason: "failed", message: String(error) });
    }
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    const giveUp = (reason: "timeout" | "too-much", message: string): void => {
      clearTimeout(timer);
      killGroup(child);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      out.length = err.length = 0; // Its handlers keep them until it is gone.
      resolve({ ok: false, reason, message });
    };
    const timer = setTimeout(
      () => giveUp("timeout", `${name} did not answer within ${timeoutMs} ms`),
      timeoutMs,
    );
    const gather = (into: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) giveUp("too-much", `${name} printed over ${maxBytes} bytes`);
      else into.push(chunk);
    };
    child.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      resolve(
        code === "ENOENT"
          ? { ok: false, reason: "missing", message: `${program} is not on PATH` }
          : { ok: false, reason: "failed", message },
      );
    });
    // Without descriptors left there are no streams either.
    if (!child.stdout || !child.stderr || !child.stdin) return;
    child.stdout.on("data", gather(out));
    child.stderr.on("data", gather(err));
    child.stdin.on("error", () => {}); // It may be gone before it read all: its exit says more.
    child.on("close", (code) => {
      clearTimeout(timer);
      const stdout = Buffer.concat(out).toString(encoding);
      resolve({ ok: true, code, stdout, stderr: Buffer.concat(err).toString("utf8") });
    });
    child.stdin.end(stdin);
  });
}

/** Its pipes are still open, so that somebody of the group lives and no other has its number. */
function killGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
