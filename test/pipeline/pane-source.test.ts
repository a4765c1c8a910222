import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHealth } from "../../src/pipeline/health.ts";
import { createPaneSource } from "../../src/pipeline/pane-source.ts";
import type { Pool } from "../../src/workers/pool.ts";
import type { PaneInfo } from "../../src/workers/panes.ts";
import { listOf } from "./pane.ts";

const START = 1_800_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/**
 * A source with one pane; `captures`: when it was captured, from the start.
 * @param aheadMs so much is our clock ahead of the server's
 */
function sourceOf(aheadMs = 0) {
  const info: PaneInfo = {
    serverPid: 7,
    id: "%0",
    panePid: 10,
    tty: "pts/0",
    activity: START / 1000 - 60,
    width: 80,
    height: 24,
    dead: false,
    inMode: false,
    looked: false,
    command: "claude",
    target: "m:0.0",
    title: "",
  };
  const captures: number[] = [];
  const run = async (name: string): Promise<unknown> => {
    if (name === "listPanes") return listOf(info);
    const at = Date.now();
    captures.push(at - START);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { serverPid, id, panePid } = info;
    const second = Math.floor((at - aheadMs) / 1000);
    return { ok: true, bytes: 1, panes: [{ serverPid, id, panePid, at, second }] };
  };
  const source = createPaneSource("/s", {
    pool: { run } as unknown as Pick<Pool, "run">,
    health: createHealth(),
    now: Date.now,
    isServer: () => false,
    wanted: ({ id }) => ({ id, agent: "claude", project: null }),
    onMoved: () => {},
    onChanged: () => {},
    onCommand: () => {},
    onDrawn: () => {},
    onCaptures: () => source.captureMoved(),
    onError: (error) => expect.unreachable(String(error)),
  });
  const ticks = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 10) {
      source.captureMoved();
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  return { source, info, captures, ticks };
}

it("captures a pane that moved at once, and once more in a later second than its stamp, however many ticks come", async () => {
  const { source, info, captures, ticks } = sourceOf();
  await source.list();
  await ticks(300);
  expect(captures).toEqual([0]);

  // Drawn in this very second, and maybe again later in it.
  info.activity = START / 1000;
  await source.list();
  await ticks(3000);
  expect(captures).toEqual([0, 300, 1120]);
  source.close();
});

it.each([
  ["ahead", 3_600_000],
  ["behind", -3_600_000],
])("does so by the server's clock, also when ours is an hour %s", async (_how, aheadMs) => {
  const { source, info, captures, ticks } = sourceOf(aheadMs);
  info.activity = (START - aheadMs) / 1000;
  await source.list();
  await ticks(3000);
  expect(captures.filter((ms) => ms >= 1000)).toHaveLength(1);
  source.close();
});

it("looks a second time although a client runs, a moment later, and once for all that was asked for in between", async () => {
  const { source, captures } = sourceOf();
  await source.list();
  source.captureAt("%0", START);
  await vi.advanceTimersByTimeAsync(5);
  // The client of the first look still runs.
  source.captureAt("%0", START + 5);
  for (const ms of [805, 300, 500, 900]) source.captureAt("%0", START + ms);
  await vi.advanceTimersByTimeAsync(3000);
  expect(captures).toEqual([0, 200, 900]);
  source.close();
});
