import { spawn } from "node:child_process";

export interface RunResult {
  /** The exit code; null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  stdin?: string;
  /** Ended with SIGKILL after that. @default 30000 */
  timeoutMs?: number;
}

/** Runs a program to its end and returns all it said. */
export function run(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const { cwd, env, stdin = "", timeoutMs = 60_000 } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {}); // Not every program reads what it is given.
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({
        code,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString(),
      });
    });
    child.stdin.end(stdin);
  });
}
