import type { Settings } from "./settings.ts";

export interface Pace {
  /** The next run comes after so many milliseconds, and the others after it. */
  plan(delayMs: number): void;
  /** Somebody listens until the returned function is called. */
  listen(): () => void;
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

/** Runs the scan for ever: at the quick pace while it matters to anyone. */
export function createPace({ run, settings, isIdle, now }: PacePorts): Pace {
  let timer: NodeJS.Timeout | undefined;
  let listeners = 0;
  let maxLateMs = 0;
  let ranMs = 0;
  let stopped = false;
  const plan = (delayMs: number): void => {
    if (stopped) return;
    clearTimeout(timer);
    const due = whenDue(now(), delayMs);
    timer = setTimeout(() => {
      maxLateMs = Math.max(maxLateMs, now() - due);
      const { scanMs, idleScanMs } = settings();
      plan(listeners > 0 || !isIdle() ? scanMs : idleScanMs);
      const begun = now();
      void run().finally(() => (ranMs += now() - begun));
    }, due - now());
  };
  return {
    plan,
    listen() {
      if (listeners++ === 0 && isIdle()) plan(0);
      return () => void listeners--;
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
