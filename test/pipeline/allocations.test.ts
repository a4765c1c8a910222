import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { GCProfiler, getHeapStatistics, setFlagsFromString } from "node:v8";
import { expect, it, onTestFinished } from "vitest";
import { createWorld, type World } from "../../bench/world.ts";
import { eventually } from "../lab/eventually.ts";

const COUNT = 100;
const ROUNDS = 3;
const NEVER_MS = 3_600_000;
/** Optimized code allocates half as much, from some moment on. This process runs nothing else. */
setFlagsFromString("--no-opt");
setFlagsFromString("--no-maglev");

/** Bytes for each row that is settled anew, of the made-up machine; as in `test/lab/shape.test.ts`. */
const BASELINE = (
  JSON.parse(readFileSync(new URL("../lab/shape.json", import.meta.url), "utf8")) as {
    settled: { bytes: number };
  }
).settled.bytes;
const SLACK = 1.25;

/** Everybody says something new once. Resolves when each of them has been told to readers. */
async function round(world: World): Promise<void> {
  const before = world.store.n;
  for (let at = 0; at < COUNT; at++) world[at % 2 === 0 ? "publish" : "hook"](at);
  while (world.store.n < before + COUNT) await turn();
}

/** What was collected meanwhile is part of it. */
async function allocatedBy(run: () => Promise<void>): Promise<number> {
  const profiler = new GCProfiler();
  const before = getHeapStatistics().used_heap_size;
  profiler.start();
  await run();
  const collected = profiler
    .stop()!
    .statistics.map(
      ({ beforeGC, afterGC }) =>
        beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    );
  return collected.reduce((sum, bytes) => sum + bytes, getHeapStatistics().used_heap_size - before);
}

it("a row that is settled allocates what is written down, and not twice as much", async () => {
  const world = createWorld(COUNT, NEVER_MS);
  onTestFinished(() => world.close());
  await eventually(
    async () => world.store.rows.size,
    (size) => size === COUNT,
  );
  await round(world);
  const costs: number[] = [];
  for (let at = 0; at < 3; at++) {
    const bytes = await allocatedBy(async () => {
      for (let turns = 0; turns < ROUNDS; turns++) await round(world);
    });
    costs.push(Math.round(bytes / COUNT / ROUNDS));
  }
  console.info(`bytes for each row settled: ${costs.join(", ")}`);
  const least = Math.min(...costs);
  expect(least).toBeLessThan(BASELINE * SLACK);
  expect(least).toBeGreaterThan(BASELINE / SLACK);
});
