import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createCaptureQueue } from "../../src/pipeline/capture-queue.ts";

const START = 1_800_000_000_000;
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function queueOf(takesMs = 20) {
  const clients: { at: number; ids: readonly string[] }[] = [];
  const queue = createCaptureQueue({
    async capture(ids) {
      clients.push({ at: Date.now() - START, ids });
      await new Promise((resolve) => setTimeout(resolve, takesMs));
    },
    now: Date.now,
    onError: (error) => expect.unreachable(String(error)),
  });
  return { queue, clients };
}

it("captures one pane at once, and what falls due soon after with one client", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START);
  for (const ms of [10, 30, 60, 90]) {
    await vi.advanceTimersByTimeAsync(ms - (Date.now() - START));
    queue.add(`%${ms}`, Date.now());
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients).toEqual([
    { at: 0, ids: ["%0"] },
    { at: 200, ids: ["%10", "%30", "%60", "%90"] },
  ]);
});

it("captures what somebody waits for soon after another, and what is due with it", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START);
  await vi.advanceTimersByTimeAsync(10);
  queue.add("%1", Date.now());
  queue.add("%2", Date.now(), true);
  queue.add("%2", START + 400);
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients).toEqual([
    { at: 0, ids: ["%0"] },
    { at: 50, ids: ["%1", "%2"] },
    { at: 400, ids: ["%2"] },
  ]);
});

it("starts at most five clients a second, however many panes move how often", async () => {
  const { queue, clients } = queueOf();
  for (let ms = 0; ms < 2000; ms += 10) {
    for (let pane = 0; pane < 50; pane++) queue.add(`%${pane}`, Date.now());
    await vi.advanceTimersByTimeAsync(10);
  }
  // The first of them at the very beginning.
  expect(clients.length).toBeLessThanOrEqual(11);
  expect(clients.at(-1)!.ids).toHaveLength(50);
});

it("waits for the moment that was asked for, also when an earlier one comes later", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START + 800);
  queue.add("%1", START + 300);
  expect(queue.has("%1", START + 300)).toBe(true);
  expect(queue.has("%1", START + 299)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients).toEqual([
    { at: 300, ids: ["%1"] },
    { at: 800, ids: ["%0"] },
  ]);
});

it("goes on when the clock is set back, and forward again", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START + 500);
  vi.setSystemTime(START - 3_600_000);
  queue.add("%1", Date.now());
  // Once that is captured, %0 is an hour away.
  await vi.advanceTimersByTimeAsync(100);
  vi.setSystemTime(START + 1000);
  queue.add("%2", Date.now());
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients.flatMap(({ ids }) => ids).toSorted()).toEqual(["%0", "%1", "%2"]);
});

it("goes on when the clock is set back", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START);
  await vi.advanceTimersByTimeAsync(300);
  vi.setSystemTime(START - 3_600_000);
  queue.add("%1", Date.now());
  await vi.advanceTimersByTimeAsync(300);
  expect(clients.map(({ ids }) => ids)).toEqual([["%0"], ["%1"]]);
});

it("looks when it was to, though the clock was an hour ahead when that was said", async () => {
  const { queue, clients } = queueOf();
  vi.setSystemTime(START + 3_600_000);
  queue.add("%0", Date.now() + 300);
  await vi.advanceTimersByTimeAsync(100);
  vi.setSystemTime(START + 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients).toEqual([{ at: 300, ids: ["%0"] }]);
});

it("does nothing more once it is closed", async () => {
  const { queue, clients } = queueOf();
  queue.add("%0", START + 100);
  queue.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients).toEqual([]);
});

it("takes what is asked for together with one client, and very many with two", async () => {
  const { queue, clients } = queueOf();
  for (let pane = 0; pane < 300; pane++) queue.add(`%${pane}`, START);
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients.map(({ ids }) => ids.length)).toEqual([300]);
  for (let pane = 0; pane < 301; pane++) queue.add(`%${pane}`, Date.now());
  await vi.advanceTimersByTimeAsync(1000);
  expect(clients.map(({ at, ids }) => [at, ids.length])).toEqual([
    [0, 300],
    [1000, 151],
    [1000, 150],
  ]);
});

it("starts no third client while one of two goes on, whatever became of the other", async () => {
  const clients: number[] = [];
  const errors: unknown[] = [];
  const queue = createCaptureQueue({
    async capture(ids) {
      clients.push(ids.length);
      if (clients.length === 1) throw new Error("its thread died");
      await new Promise((resolve) => setTimeout(resolve, 2000));
    },
    now: Date.now,
    onError: (error) => void errors.push(error),
  });
  for (let pane = 0; pane < 301; pane++) queue.add(`%${pane}`, START);
  await vi.advanceTimersByTimeAsync(1000);
  queue.add("%0", Date.now());
  await vi.advanceTimersByTimeAsync(500);
  expect([clients, queue.isFlying("%300")]).toEqual([[151, 150], true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([clients, queue.isFlying("%300")]).toEqual([[151, 150, 1], false]);
  expect(errors.map(String)).toEqual(["Error: its thread died"]);
});
