import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { chmodSync, rmSync } from "node:fs";
import type { Server } from "node:http";

export interface Door {
  close(graceMs: number): Promise<void>;
}

/**
 * Opens the Unix door: a socket of mode 0600, in a folder that the caller has made private. The caller
 * holds the daemon's lock too, so a socket that lies there already is a dead one's.
 */
export async function listenUnix(app: Hono, path: string): Promise<Door> {
  rmSync(path, { force: true });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  // A wait may take days; a head that does not come in 10 s never will.
  server.requestTimeout = 0;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 5000;
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, () => resolve());
    });
  } finally {
    process.umask(mask);
  }
  chmodSync(path, 0o600);
  return {
    close: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          rmSync(path, { force: true });
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
