import { randomBytes } from "node:crypto";
import type { Counter } from "../core/seq.ts";

export interface KeptCounter extends Counter {
  /** Another history begins. Numbers go on: who listens all the while notices only the new name. */
  begin(): void;
}

/** Numbers are reserved so many at a time: one write per block, and a crash skips at most one block. */
const BLOCK = 1000;
/** From so many before the end of a block the next one is tried for, so often. */
const EARLY = 500;
const RETRY = 100;

/**
 * A counter that gives no number twice, over restarts, crashes and full disks: numbers that could not be reserved
 * are those of an epoch that no later daemon knows.
 * @param keep writes that numbers up to this one may have been given. @throws when it can't
 */
export function createCounter(
  first: { epoch: string | null; n: number },
  keep: (epoch: string, upTo: number) => void,
): KeptCounter {
  let { n } = first;
  let epoch = first.epoch ?? newEpoch();
  let reserved = n;
  let tryAt = n;

  const reserve = (): void => {
    try {
      keep(epoch, n + BLOCK);
      reserved = n + BLOCK;
      tryAt = reserved - EARLY;
    } catch {
      // Locked, or the disk is full: numbers go on.
      tryAt = n + RETRY;
      if (tryAt <= reserved) return;
      epoch = newEpoch();
      reserved = Number.POSITIVE_INFINITY;
    }
  };

  return {
    get epoch() {
      return epoch;
    },
    get n() {
      return n;
    },
    take() {
      if (n >= tryAt) reserve();
      return ++n;
    },
    begin() {
      epoch = newEpoch();
      reserved = Number.POSITIVE_INFINITY;
      tryAt = n;
    },
  };
}

const newEpoch = (): string => randomBytes(6).toString("hex");
