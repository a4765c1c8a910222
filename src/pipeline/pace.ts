import type { Settings } from "./settings.ts";

export interface Pace {
  /** The next run comes after so many milliseconds, and the others after it. */
  plan(delayMs: number): void;
  /** Somebody listens until the returned function is called. */
  listen(): () => void;
  /** Something has moved: the pace is quick for a while. */
  stir(): void;
  /** Somebody asks, and may ask again: it is quick for a while, from now on. */
  ask(): void;
  readonly listeners: number;
  /** How much later than planned a run ever came: the main thread was held up. */
  readonly maxLateMs: number;
  /** How long all runs took together. */
  readonly ranMs: number;
  stop(): void;
}

export interface PacePorts {
  run(): Promise<void>;
  settings(): Settings;
  /** There is nothing to watch: only who listens wants it quickly. */
  isIdle(): boolean;
  now(): number;
}

/** tmux's stamps count whole seconds: a list that comes soon after one has all of it. */
const AFTER_SECOND_MS = 40;

/** When a run comes that is due in so many milliseconds: where those are seconds, soon after one began. Pure. */
export function whenDue(now: number, delayMs: number): number {
  const at = now + delayMs;
  if (delayMs === 0 || delayMs % 1000 !== 0) return at;
  const second = Math.floor(at / 1000) * 1000 + AFTER_SECOND_MS;
  return second > now ? second : second + 1000;
}

/** Nothing has moved and nobody has asked for so long: scans come so much rarer. Words are heard at once all the same. */
const REST_AFTER_MS = 10_000;
const REST_FACTOR = 3;

/** Runs the scan for ever: at the quick pace while it matters to anyone. */
export function createPace({ run, settings, isIdle, now }: PacePorts): Pace {
  let timer: NodeJS.Timeout | undefined;
  let listeners = 0;
  let maxLateMs = 0;
  let ranMs = 0;
  let stopped = false;
  let stirredAt = now();
  const isAtRest = (): boolean => listeners === 0 && now() - stirredAt >= REST_AFTER_MS;
  const delay = (): number => {
    const { scanMs, idleScanMs } = settings();
    if (listeners > 0) return scanMs;
    if (isIdle()) return idleScanMs;
    return isAtRest() ? scanMs * REST_FACTOR : scanMs;
  };
  const plan = (delayMs: number): void => {
    if (stopped) return;
    clearTimeout(timer);
    const due = whenDue(now(), delayMs);
    timer = setTimeout(() => {
      maxLateMs = Math.max(maxLateMs, now() - due);
      plan(delay());
      const begun = now();
      void run().finally(() => (ranMs += now() - begun));
    }, due - now());
  };
  return {
    plan,
    listen() {
      const wasSlow = listeners === 0 && (isIdle() || isAtRest());
      listeners++;
      if (wasSlow) plan(0);
      return () => void listeners--;
    },
    stir: () => void (stirredAt = now()),
    ask() {
      const wasAtRest = isAtRest();
      stirredAt = now();
      if (wasAtRest && !isIdle()) plan(0);
    },
    get listeners() {
      return listeners;
    },
    get maxLateMs() {
      return maxLateMs;
    },
    get ranMs() {
      return ranMs;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
