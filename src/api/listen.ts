import type { Hono } from "hono";
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import type { ApiCounts } from "./counts.ts";
import { createServer, type ServerLimits } from "./server.ts";

export interface Door {
  close(graceMs: number): Promise<void>;
}

/** One for each `wait` and each reader: a thousand of them, and room for those who only ask. */
const MAX_CONNECTIONS = 1536;

/**
 * Opens the Unix door: a socket of mode 0600, in a folder that the caller has made private. The caller
 * holds the daemon's lock too, so a socket that lies there already is a dead one's.
 */
export async function listenUnix(
  app: Hono,
  path: string,
  counts: ApiCounts,
  limits: Partial<ServerLimits> = {},
): Promise<Door> {
  // A folder that was taken away comes back as it was made first.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Under another name first: there is no moment without a socket, and Node, which removes what it has bound when it
  // closes, can't remove the one of a daemon that came after us. Not a longer name: it has the same 100 bytes.
  const draft = join(dirname(path), "new.sock");
  rmSync(draft, { force: true });
  const server = createServer({
    fetch: app.fetch,
    counts,
    maxConnections: MAX_CONNECTIONS,
    limits,
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      // They may all come at once: with Node's backlog of 511 the kernel would refuse the others.
      server.listen({ path: draft, backlog: MAX_CONNECTIONS }, () => resolve());
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(draft, 0o600);
  const { ino } = lstatSync(draft);
  renameSync(draft, path);
  return {
    async close(graceMs) {
      await closeServer(server, graceMs);
      if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
    },
  };
}

/** Lets open answers come to their end, for so long. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
