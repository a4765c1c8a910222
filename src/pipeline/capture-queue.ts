import { inTime } from "./lanes.ts";

/** Which panes to capture, and when. */
export interface CaptureQueue {
  /** Captures a pane at a moment in epoch milliseconds, or as soon after as may be. */
  add(id: string, at: number): void;
  /** The next capture of this pane comes no later than at that moment. */
  has(id: string, at: number): boolean;
  /** A client captures this pane right now. */
  isFlying(id: string): boolean;
  close(): void;
}

export interface CaptureQueuePorts {
  capture(ids: readonly string[]): Promise<void>;
  now(): number;
  onError(error: unknown): void;
}

/** To start a client costs more than what it captures: what falls due in this time goes with one. */
const GAP_MS = 200;
/** To read more screens takes a thread a quarter of a second: then each thread gets half of them. */
const MANY = 300;

/**
 * At most one capture client at a time, or two with half of very many each; what falls due meanwhile goes with the next.
 * Moments are kept by a clock that nobody sets: what is due in a second is that, whatever the time is said to be by then.
 */
export function createCaptureQueue({ capture, now, onError }: CaptureQueuePorts): CaptureQueue {
  /** Per pane the next look, and the last that was asked for: one in between would tell no more. */
  const due = new Map<string, { next: number; last: number }>();
  const flying = new Set<string>();
  let running: Promise<void> | null = null;
  let startedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  let wakeAt = Infinity;
  let closed = false;

  /** One that fails is not the end of the other. */
  const captureAll = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(halves(ids).map((half) => capture(half).catch(onError)));
  };

  const pump = (): void => {
    clearTimeout(timer);
    wakeAt = Infinity;
    if (running || closed || due.size === 0) return;
    const at = steady();
    let first = Infinity;
    for (const { next } of due.values()) first = Math.min(first, next);
    const start = Math.max(first, startedAt + GAP_MS);
    if (start > at) {
      wakeAt = start;
      timer = setTimeout(pump, start - at);
      return;
    }
    const ids = [...due].filter(([, { next }]) => next <= at).map(([id]) => id);
    for (const id of ids) {
      const { last } = due.get(id)!;
      if (last > at) due.set(id, { next: last, last });
      else due.delete(id);
      flying.add(id);
    }
    startedAt = at;
    running = inTime(captureAll(ids))
      .catch(onError)
      .finally(() => {
        running = null;
        flying.clear();
        pump();
      });
  };

  /** What is asked for together goes with one client. */
  let isAsked = false;
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      pump();
    });
  };
  const steadily = (at: number): number => steady() + at - now();

  return {
    add(id, moment) {
      const at = steadily(moment);
      const { next, last } = due.get(id) ?? { next: at, last: at };
      due.set(id, { next: Math.min(next, at), last: Math.max(last, at) });
      // Not for each of a thousand: to pump looks at all of them.
      if (!running && Math.max(at, startedAt + GAP_MS) < wakeAt) ask();
    },
    has: (id, at) => (due.get(id)?.next ?? Infinity) <= steadily(at),
    isFlying: (id) => flying.has(id),
    close() {
      closed = true;
      due.clear();
      clearTimeout(timer);
    },
  };
}

/** In whole milliseconds, as timers are. */
const steady = (): number => Math.floor(performance.now());

function halves(ids: readonly string[]): (readonly string[])[] {
  if (ids.length <= MANY) return [ids];
  const half = Math.ceil(ids.length / 2);
  return [ids.slice(0, half), ids.slice(half)];
}
