import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPace, whenDue } from "../../src/pipeline/pace.ts";

it.each([
  ["exactly a second on", 10_040, 1000, 11_040],
  ["never later for a run that came late", 10_250, 1000, 11_040],
  ["a little sooner for the first", 10_700, 1000, 11_040],
  ["not twice for a timer that fired early", 10_039, 1000, 11_040],
  ["five seconds on", 10_040, 5000, 15_040],
  ["as it is for a pace that is no whole seconds", 10_250, 1500, 11_750],
  ["at once", 10_250, 0, 10_250],
])("a run is due soon after a second has begun: %s", (_what, now, delayMs, due) => {
  expect(whenDue(now, delayMs)).toBe(due);
});

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

function paceOf() {
  let runs = 0;
  const pace = createPace({
    run: async () => void runs++,
    settings: () => ({ sockets: [], pinned: false, scanMs: 1000, idleScanMs: 5000 }),
    isIdle: () => false,
    now: Date.now,
  });
  pace.plan(1000);
  const after = async (ms: number): Promise<number> => {
    runs = 0;
    await vi.advanceTimersByTimeAsync(ms);
    return runs;
  };
  return { pace, after };
}

it("FR-072 works less for nobody: scans come rarer once nothing has moved and nobody has asked", async () => {
  const { pace, after } = paceOf();
  expect(await after(9000)).toBeGreaterThanOrEqual(8);
  await after(5000);
  expect(await after(30_000)).toBe(10);
  // Somebody asks: there is a scan at once, and the pace is quick again.
  pace.ask();
  expect(await after(100)).toBe(1);
  expect(await after(5000)).toBeGreaterThanOrEqual(4);
  // What moves needs no scan to be heard of, but may be followed by what only a scan sees.
  await after(20_000);
  pace.stir();
  expect(await after(6000)).toBeGreaterThanOrEqual(4);
  await after(20_000);
  const end = pace.listen();
  expect(await after(100)).toBe(1);
  expect(await after(30_000)).toBeGreaterThanOrEqual(29);
  end();
  await after(5000);
  expect(await after(30_000)).toBe(10);
  pace.stop();
});
