import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 50;

/** Whether it came about in time. */
export async function until(test: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await test()) return true;
    if (Date.now() > end) return false;
    await sleep(EVERY_MS);
  }
}
