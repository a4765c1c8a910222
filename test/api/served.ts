import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { onTestFinished } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { EventLimits } from "../../src/api/events.ts";
import { listenUnix } from "../../src/api/listen.ts";
import type { ServerLimits } from "../../src/api/server.ts";
import { createBehind, type Behind } from "./behind.ts";

export interface Served extends Behind {
  app: Hono;
  socket: string;
}

/** The API on a Unix socket, with a store that the test changes, and nothing behind it. */
export async function serve(limits: Partial<EventLimits & ServerLimits> = {}): Promise<Served> {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  const socket = join(dir, "sock");
  const behind = createBehind(socket);
  const { context } = behind;
  const app = createApp(context, limits);
  const door = await listenUnix(app, socket, context.counts, limits);
  onTestFinished(async () => {
    await door.close(0);
    rmSync(dir, { recursive: true, force: true });
  });
  return Object.assign(behind, { app, socket });
}
