import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./stage.ts";

export interface Rest {
  /** Since when the agent was drawn at rest when the command ended, by captures of our own; null: it was not. */
  restedAt: number | null;
}

const EVERY_MS = 40;

/** Runs a command and watches beside it when the agent comes to rest. */
export async function seeingRest<T>(stage: Stage, act: () => Promise<T>): Promise<T & Rest> {
  let over = false;
  let restedAt: number | null = null;
  const watch = (async () => {
    while (!over) {
      const look = await stage.look().catch(() => null);
      // One that ends while the command does is no sign any more.
      if (look && !over) restedAt = stage.rests(look) ? (restedAt ?? Date.now()) : null;
      await sleep(EVERY_MS);
    }
  })();
  const result = await act().finally(() => (over = true));
  await watch;
  return { ...result, restedAt };
}
