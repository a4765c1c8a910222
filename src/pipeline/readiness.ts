export interface ReadinessPorts {
  /** Every source has answered and every row can be told. */
  isSettled(): boolean;
  isStopped(): boolean;
  now(): number;
}

const LOOK_EVERY_MS = 20;

/** Resolves when `first` has and all is settled, but at most after `limitMs`. */
export function createReadiness({ isSettled, isStopped, now }: ReadinessPorts) {
  return async (first: Promise<unknown>, limitMs: number): Promise<void> => {
    const until = now() + limitMs;
    await Promise.race([first, sleep(limitMs)]);
    while (!isStopped() && !isSettled() && now() < until) await sleep(LOOK_EVERY_MS);
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
