import { resolvePaths, type Paths } from "../core/paths.ts";
import { callerHeaders } from "../io/caller.ts";
import { mayBeDone } from "../core/errors.ts";
import { sessionPath } from "../core/request-path.ts";
import { DaemonUnreachable, requestBytes, Unanswered, type Request } from "../io/client.ts";

export { query } from "../core/request-path.ts";
export { callerHeaders, sessionPath };

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

/** What a session is to do. @throws AppError */
export function post<T>(ref: string, verb: string, body: object, timeoutMs?: number): Promise<T> {
  const path = sessionPath(ref, verb);
  return ask<T>({ method: "POST", path, body, ...(timeoutMs && { timeoutMs }) });
}

/**
 * As `post`, for what must not be done twice by mistake.
 * @throws AppError; E_UNPROVEN when nobody can tell whether it was done
 */
export async function act<T>(
  ref: string,
  verb: string,
  body: object,
  timeoutMs?: number,
): Promise<T> {
  try {
    return await post<T>(ref, verb, body, timeoutMs);
  } catch (error) {
    throw error instanceof Unanswered ? mayBeDone(verb, ref, error) : error;
  }
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
