import { expect, it } from "vitest";
import { saveMemory } from "../../src/io/save-memory.ts";

const MIB = 2 ** 20;

it("collects what nobody holds any more, at once", () => {
  let held: number[][] | null = Array.from({ length: 200 }, (_, at) => Array(10_000).fill(at));
  const before = process.memoryUsage().heapUsed;
  expect(held).toHaveLength(200);
  held = null;
  saveMemory();
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 10 * MIB);
});
