import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const RUNNER = fileURLToPath(new URL("./scenarios/_run.ts", import.meta.url));
/** Its first process takes in the orphans, as `init` does; Node would not. */
const INIT = ["/bin/sh", "-c", '"$@"; exit $?', "init"];

/** Where root may not make a PID namespace, a user namespace may allow it. */
const WAYS = [[], ["--map-root-user"]].map((more) => [
  ...more,
  "--pid",
  "--fork",
  "--mount-proc",
  "--kill-child",
]);
const way = WAYS.find((flags) => spawnSync("unshare", [...flags, "true"]).status === 0);

/** Whether this machine lets us; in CI it does, and a skipped test fails there. */
export const canIsolate = way !== undefined;

/**
 * Runs `scenarios/<name>.ts` where no process but its own is to be seen. A daemon that looks for tmux servers
 * would find everybody's here. @returns what the scenario saw
 */
export async function isolated<T>(name: string, timeoutMs = 110_000): Promise<T> {
  const { PATH = "" } = process.env;
  const args = [...way!, ...INIT, process.execPath, RUNNER, name];
  const { code, stdout, stderr } = await run("unshare", args, {
    cwd: "/",
    env: { PATH, TMPDIR: tmpdir(), HOME: "/nonexistent" },
    timeoutMs,
  });
  if (code !== 0) throw new Error(`The scenario ${name} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
