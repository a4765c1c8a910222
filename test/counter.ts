import type { Counter } from "../src/core/seq.ts";

/** Counts on from `n`, and keeps nothing. */
export function countFrom(n = 0, epoch = "e"): Counter {
  return {
    epoch,
    get n() {
      return n;
    },
    take: () => ++n,
  };
}
