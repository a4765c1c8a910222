import { existsSync } from "node:fs";
import { request } from "../io/client.ts";
import { readLock } from "../io/lock-file.ts";
import type { Line } from "../io/outlast.ts";
import { callerHeaders, ourPaths } from "./_client.ts";

/** How what takes long goes on over a restart: after a daemon that died one is started, after one that was stopped none. */
export const line: Line = {
  async get<T>(path: string, timeoutMs = 10_000): Promise<T> {
    const paths = ourPaths();
    const socket = readLock(paths.lock)?.socket ?? paths.socket;
    return JSON.parse(await request(socket, { path, headers: callerHeaders(), timeoutMs })) as T;
  },
  async revive() {
    const paths = ourPaths();
    // Who ends in order takes its lock away.
    if (readLock(paths.lock) || !existsSync(paths.lock)) return;
    const { reachDaemon } = await import("../io/start-daemon.ts");
    // On a busy machine it may take longer, and is there at the next look.
    await reachDaemon(paths).catch(() => {});
  },
};
