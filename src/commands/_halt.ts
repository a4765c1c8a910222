import { AppError } from "../core/errors.ts";
import { request } from "../io/client.ts";
import { isAlive, readLock } from "../io/lock-file.ts";
import { isStopped, stopped } from "../io/start-daemon.ts";
import { ourPaths } from "./_client.ts";

const STOP_MS = 8000;

/** @returns the pid that ended, or null when none ran */
export async function haltDaemon(): Promise<number | null> {
  const holder = readLock(ourPaths().lock);
  if (!holder) return null;
  if (isStopped(holder.pid)) throw stopped(holder.pid);
  try {
    await request(holder.socket, { method: "POST", path: "/v1/stop", timeoutMs: 3000 });
  } catch {
    // It does not answer. The lock names pid and start time, so this is the daemon and no one else.
    if (isAlive(holder)) process.kill(holder.pid, "SIGTERM");
  }
  const until = Date.now() + STOP_MS;
  while (isAlive(holder) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 25));
  if (isAlive(holder)) {
    throw new AppError(
      "E_DAEMON_DOWN",
      `The daemon (pid ${holder.pid}) did not end within ${STOP_MS / 1000} s.`,
      `End it with \`kill -KILL ${holder.pid}\`.`,
    );
  }
  return holder.pid;
}
