import { setTimeout as sleep } from "node:timers/promises";

/** Looks until it holds, and returns what was seen last. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  forMs = 8000,
): Promise<T> {
  for (const until = Date.now() + forMs; ; await sleep(100)) {
    const seen = await look();
    if (holds(seen) || Date.now() > until) return seen;
  }
}
