export interface ReadinessPorts {
  /** Every source has answered and every row can be told. */
  isSettled(): boolean;
  isStopped(): boolean;
  now(): number;
}

const LOOK_EVERY_MS = 20;

/** Resolves when `first` has and all is settled; `first` is waited for at most `firstMs`, and all of it `limitMs`. */
export function createReadiness({ isSettled, isStopped, now }: ReadinessPorts) {
  return async (first: Promise<unknown>, limitMs: number, firstMs = limitMs): Promise<void> => {
    const until = now() + limitMs;
    await Promise.race([first, sleep(firstMs)]);
    while (!isStopped() && !isSettled() && now() < until) await sleep(LOOK_EVERY_MS);
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
