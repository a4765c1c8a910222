import { resolvePaths, type Paths } from "../core/paths.ts";
import { callerHeaders } from "../io/caller.ts";
import { DaemonUnreachable, request, type Request } from "../io/client.ts";

export { query, sessionPath } from "../core/request-path.ts";
export { callerHeaders };

export function ourHome(): string {
  // `node:os` costs a one-shot command 2 ms, and nearly everybody has a HOME.
  return process.env.HOME || process.getBuiltinModule("node:os").homedir();
}

export function ourPaths(): Paths {
  return resolvePaths(process.env, ourHome());
}

/**
 * Asks the daemon, and starts it first when none runs.
 * @throws AppError
 */
export async function ask<T>(question: Request): Promise<T> {
  return JSON.parse(await askText(question)) as T;
}

export async function askText(question: Request): Promise<string> {
  const paths = ourPaths();
  const asked = { ...question, headers: { ...callerHeaders(), ...question.headers } };
  try {
    return await request(paths.socket, asked);
  } catch (error) {
    if (!(error instanceof DaemonUnreachable)) throw error;
    const { reachDaemon } = await import("../io/start-daemon.ts");
    return request(await reachDaemon(paths), asked);
  }
}
