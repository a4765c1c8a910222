import { describe, expect, it } from "vitest";
import type { Pulse } from "../../src/io/pulse.ts";
import { createStillness } from "../../src/pipeline/stillness.ts";

const pulse = (runs: number, read: number): Pulse => ({ runs, read });

/** Lists that cost as many bytes each as given, with nothing between them. */
function listed(costs: readonly number[], isSame = true) {
  const still = createStillness();
  let [runs, read] = [100, 1000];
  costs.forEach((cost, at) => {
    const rested = still.listed(pulse(runs, read), isSame, at * 1000);
    rested(pulse((runs += 7), (read += cost)));
  });
  return { still, runs, now: (costs.length - 1) * 1000 };
}

describe("a tmux server", () => {
  it("is left alone after two lists that were the same and cost the same", () => {
    const { still, runs, now } = listed([300, 300]);
    expect(still.runs(now + 1000)).toBe(runs);
  });

  it("is asked after the first list, and after one whose answer was new", () => {
    expect(listed([300]).still.runs(0)).toBeNull();
    const { still, now } = listed([300, 300], false);
    expect(still.runs(now)).toBeNull();
  });

  it("is asked again when it read more than a list costs: somebody drew while it was asked", () => {
    expect(listed([300, 340]).still.runs(1000)).toBeNull();
    expect(listed([300, 340, 300]).still.runs(2000)).toBeNull();
    expect(listed([300, 340, 300, 300]).still.runs(3000)).toBe(128);
  });

  it("is asked now and then all the same", () => {
    const { still, runs, now } = listed([300, 300]);
    expect(still.runs(now + 9999)).toBe(runs);
    expect(still.runs(now + 10_000)).toBeNull();
  });

  it("is asked where its pulse cannot be taken, and while it has not come to rest", () => {
    const still = createStillness();
    for (let at = 0; at < 3; at++) still.listed(null, true, at)(pulse(7, 300));
    expect(still.runs(3)).toBeNull();
    const { still: other, now } = listed([300, 300]);
    const rested = other.listed(pulse(114, 1600), true, now + 500);
    expect(other.runs(now + 500)).toBeNull();
    rested(null);
    expect(other.runs(now + 500)).toBeNull();
  });

  it("takes no pulse for that of a later list", () => {
    const still = createStillness();
    const first = still.listed(pulse(100, 1000), true, 0);
    const second = still.listed(pulse(107, 1300), true, 1000);
    first(pulse(114, 1600));
    second(pulse(114, 1600));
    expect(still.runs(1000)).toBeNull();
  });
});
