import type { Hono } from "hono";
import { lstatSync } from "node:fs";
import type { ApiCounts } from "./counts.ts";
import { listenUnix, type Door } from "./listen.ts";
import { listenTcp, type TcpDoor } from "./tcp.ts";

export interface DoorsOptions {
  socket: string;
  /** Null: the TCP door stays closed. */
  port: number | null;
  /** The secret of the TCP door as its file has it now. */
  token(): string;
  counts: ApiCounts;
  /** Whether this home's place is still ours. */
  holds(): boolean;
  /** The place is another's by now, or its folder is gone. */
  onLost(): void;
  /** The socket was gone, and there is another one. */
  onReopened(): void;
  /** The port is taken, or open (null). */
  onPort(reason: string | null): void;
  onError(error: unknown): void;
  /** @default 2000 */
  checkMs?: number;
}

const CHECK_MS = 2000;

/** Opens both doors and keeps them: a socket whose file is taken away is made again, a token that changes shuts out the old one. */
export async function openDoors(app: Hono, options: DoorsOptions): Promise<Door> {
  const { socket, port, counts, onError } = options;
  let unix = await listenUnix(app, socket, counts);
  let inode = inodeOf(socket);
  let token = options.token();
  const left: Door[] = [];
  const tcp: TcpDoor | null =
    port === null
      ? null
      : listenTcp(app, { port, token: options.token, counts, onTrouble: options.onPort });

  const keepSocket = async (): Promise<void> => {
    if (inodeOf(socket) === inode) return;
    // Who is connected stays so: only the way in was lost.
    left.push(unix);
    unix = await listenUnix(app, socket, counts);
    inode = inodeOf(socket);
    options.onReopened();
  };
  const check = async (): Promise<void> => {
    if (!options.holds()) return options.onLost();
    await keepSocket();
    const now = options.token();
    if (now !== token) tcp?.cut();
    token = now;
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check()
      .catch(onError)
      .finally(() => (checking = false));
  }, options.checkMs ?? CHECK_MS);

  return {
    async close(graceMs) {
      clearInterval(timer);
      const all = [unix, ...left, ...(tcp ? [tcp] : [])];
      await Promise.all(all.map((door) => door.close(graceMs)));
    },
  };
}

function inodeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
