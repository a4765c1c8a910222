import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { onTestFinished } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { createApp } from "../../src/api/app.ts";
import type { ApiContext } from "../../src/api/context.ts";
import { createCounts } from "../../src/api/counts.ts";
import type { EventLimits } from "../../src/api/events.ts";
import { listenUnix } from "../../src/api/listen.ts";
import type { ServerLimits } from "../../src/api/server.ts";
import { createStore, type Store } from "../../src/pipeline/store.ts";
import { countFrom } from "../counter.ts";

export interface Served {
  app: Hono;
  store: Store;
  context: ApiContext;
  socket: string;
  /** Of waits and event readers. */
  readonly listeners: number;
  /** Defects that were heard of. */
  readonly errors: readonly unknown[];
}

/** The API on a Unix socket, with a store that the test changes, and nothing behind it. */
export async function serve(limits: Partial<EventLimits & ServerLimits> = {}): Promise<Served> {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  const socket = join(dir, "sock");
  let listeners = 0;
  const errors: unknown[] = [];
  const store = createStore(countFrom());
  const never = (): never => {
    throw new Error("nothing is behind it");
  };
  const work = { lists: 3, captureClients: 2, captures: 5, bytes: 700, maxLateMs: 4 };
  const context: ApiContext = {
    version: "1.2.3",
    pid: 1,
    startedAt: 1000,
    socket,
    port: null,
    agents,
    store,
    look: never,
    now: Date.now,
    ready: async () => {},
    listen() {
      listeners++;
      return () => void listeners--;
    },
    judge: never,
    wait: never,
    feed: never,
    marks: { label: never, seen: never },
    transcript: () => Promise.reject(new Error("nobody asks")),
    screen: never,
    locate: () => null,
    counters: () => ({ scans: 7, scanMs: 90, ticks: 8, listeners, ...work }),
    counts: createCounts(),
    actions: { send: never, answer: never, keys: never, interrupt: never },
    target: never,
    kill: never,
    dismiss: never,
    search: never,
    stop: never,
    onError: (error) => void errors.push(error),
  };
  const app = createApp(context, limits);
  const door = await listenUnix(app, socket, context.counts, limits);
  onTestFinished(async () => {
    await door.close(0);
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    app,
    store,
    context,
    socket,
    errors,
    get listeners() {
      return listeners;
    },
  };
}
