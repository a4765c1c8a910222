import { expect, it } from "vitest";
import { createCounter } from "../../src/io/counter.ts";

function counter(first = { epoch: "e" as string | null, n: 0 }) {
  const kept: [epoch: string, upTo: number][] = [];
  let fails = false;
  const count = createCounter(first, (epoch, upTo) => {
    if (fails) throw new Error("full");
    kept.push([epoch, upTo]);
  });
  const take = (times: number): void => {
    for (let n = 0; n < times; n++) count.take();
  };
  return { count, kept, take, fail: (yes: boolean) => void (fails = yes) };
}

it("reserves a block before it gives its first number, and the next one early", () => {
  const { count, kept, take } = counter({ epoch: "e", n: 41 });
  expect(kept).toEqual([]);
  expect(count.take()).toBe(42);
  expect(kept).toEqual([["e", 1041]]);
  take(500);
  expect(kept.slice(1)).toEqual([["e", 1541]]);
});

it("a block that can't be reserved is tried for again, and costs nothing if that works", () => {
  const { count, kept, take, fail } = counter();
  take(1);
  fail(true);
  take(900);
  fail(false);
  take(1000);
  expect([count.epoch, count.n]).toEqual(["e", 1901]);
  // Whatever was given is below what was kept by then.
  expect(kept.at(-1)![1]).toBeGreaterThan(1901);
});

it("what was never reserved is of another epoch, which is kept as soon as may be", () => {
  const { count, kept, take, fail } = counter();
  take(1);
  fail(true);
  take(999);
  expect([count.epoch, count.n]).toEqual(["e", 1000]);
  take(1);
  expect([count.epoch === "e", count.n]).toEqual([false, 1001]);
  const { epoch } = count;
  take(5000);
  expect(count.epoch).toBe(epoch);
  fail(false);
  take(100);
  expect(kept).toEqual([
    ["e", 1000],
    [epoch, expect.any(Number)],
  ]);
  expect(kept[1]![1]).toBeGreaterThan(count.n);
});

it("nor is a number given twice if the first block can't be reserved", () => {
  const { count, fail } = counter({ epoch: "e", n: 7 });
  fail(true);
  expect([count.take(), count.epoch === "e"]).toEqual([8, false]);
});

it("an epoch that begins goes on counting", () => {
  const { count, kept, take } = counter({ epoch: null, n: 0 });
  take(3);
  const before = count.epoch;
  count.begin();
  expect([count.take(), count.epoch === before]).toEqual([4, false]);
  expect(kept.at(-1)).toEqual([count.epoch, 1003]);
});
