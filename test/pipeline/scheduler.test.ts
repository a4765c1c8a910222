import { createHealth } from "../../src/pipeline/health.ts";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Pool } from "../../src/workers/pool.ts";
import { createScheduler } from "../../src/pipeline/scheduler.ts";
import type { Settings } from "../../src/pipeline/settings.ts";
import { createStore } from "../../src/pipeline/store.ts";
import { countFrom } from "../counter.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A scheduler of a machine where nothing runs, and what it asks of the pool. */
function idleScheduler(settings: Settings) {
  const lists: string[] = [];
  let scans = 0;
  const run = async (name: string, input: { socket?: string }): Promise<unknown> => {
    if (name === "listPanes") lists.push(input.socket!);
    if (name === "scanProcesses") scans++;
    if (name === "scanState") return { changed: [], gone: [], identity: null };
    if (name === "listPanes") return { ok: false, reason: "no-server", message: "none" };
    return { read: [], gone: [], trouble: null };
  };
  const scheduler = createScheduler({
    health: createHealth(),
    agents: new Map(),
    pool: { run } as unknown as Pick<Pool, "run">,
    store: createStore(countFrom()),
    host: { bootId: "b", pidNamespace: "", startedAt: Number, isStart: () => true },
    discovery: "proc",
    watch: () => null,
    watchFile: () => null,
    markerFolder: "/nonexistent/session-pids",
    settings: () => settings,
    env: {},
    home: "/nonexistent",
    now: Date.now,
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => scheduler.stop());
  return {
    scheduler,
    /** What was asked for since the last time. */
    asked: () => ({ lists: new Set(lists.splice(0)), scans: [scans, (scans = 0)][0] }),
  };
}

const SLOW: Settings = { sockets: ["/a"], pinned: false, scanMs: 1000, idleScanMs: 60_000 };

it("takes other sockets and another pace while it runs, at once", async () => {
  const settings = { ...SLOW };
  const { scheduler, asked } = idleScheduler(settings);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked()).toEqual({ lists: new Set(["/a"]), scans: 2 });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(asked().scans).toBe(0);

  Object.assign(settings, { sockets: ["/a", "/b"], idleScanMs: 500 });
  scheduler.reconfigure([]);
  await vi.advanceTimersByTimeAsync(1600);
  expect(asked()).toEqual({ lists: new Set(["/a", "/b"]), scans: 4 });

  // One that is named no more is forgotten once it has been empty for a while.
  settings.sockets = ["/b"];
  scheduler.reconfigure([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked().lists).toEqual(new Set(["/a", "/b"]));
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked().lists).toEqual(new Set(["/b"]));
});

it("does nothing more once it was stopped, whatever the config says then", async () => {
  const { scheduler, asked } = idleScheduler(SLOW);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(10);
  scheduler.stop();
  asked();
  scheduler.reconfigure(["helper"]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toEqual({ lists: new Set(), scans: 0 });
});
