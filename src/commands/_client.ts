import { resolvePaths, type Paths } from "../core/paths.ts";
import { callerHeaders } from "../io/caller.ts";
import { DaemonUnreachable, requestBytes, type Request } from "../io/client.ts";

export { query, sessionPath } from "../core/request-path.ts";
export { callerHeaders };

export function ourHome(): string {
  // `node:os` costs a one-shot command 2 ms, and nearly everybody has a HOME.
  return process.env.HOME || process.getBuiltinModule("node:os").homedir();
}

export function ourPaths(): Paths {
  return resolvePaths(process.env, ourHome());
}

export interface AskOptions {
  /** False: none is started, and where none runs it is E_DAEMON_DOWN. @default true */
  start?: boolean;
}

/**
 * Asks the daemon, and starts it first when none runs.
 * @throws AppError
 */
export async function ask<T>(question: Request, options: AskOptions = {}): Promise<T> {
  return JSON.parse((await askBytes(question, options)).toString("utf8")) as T;
}

/** The answer's JSON, as it came. */
export async function askBytes(
  question: Request,
  { start = true }: AskOptions = {},
): Promise<Buffer> {
  const paths = ourPaths();
  const asked = { ...question, headers: { ...callerHeaders(), ...question.headers } };
  try {
    return await requestBytes(paths.socket, asked);
  } catch (error) {
    if (!(error instanceof DaemonUnreachable)) throw error;
    if (start) {
      const { reachDaemon } = await import("../io/start-daemon.ts");
      return requestBytes(await reachDaemon(paths), asked);
    }
    // A tmux server may have another runtime folder than a shell: the lock names the socket.
    const { readLock } = await import("../io/lock-file.ts");
    const holder = readLock(paths.lock);
    if (!holder) throw error;
    return requestBytes(holder.socket, asked);
  }
}
