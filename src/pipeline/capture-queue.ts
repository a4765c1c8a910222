import { inTime } from "./lanes.ts";

/** Which panes to capture, and when. */
export interface CaptureQueue {
  /** Captures a pane at a moment in epoch milliseconds, or as soon after as may be; `urgent`: somebody waits for it. */
  add(id: string, at: number, urgent?: boolean): void;
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
/** And so much is enough between two that somebody waits for. */
const URGENT_GAP_MS = 50;
/** To read more screens takes a thread a quarter of a second: then each thread gets half of them. */
const MANY = 300;

/**
 * At most one capture client at a time, or two with half of very many each; what falls due meanwhile goes with the next.
 * Moments are kept by a clock that nobody sets: what is due in a second is that, whatever the time is said to be by then.
 */
export function createCaptureQueue({ capture, now, onError }: CaptureQueuePorts): CaptureQueue {
  /** Per pane the next look, the next urgent one, and the last that was asked for: one in between would tell no more. */
  const due = new Map<string, { next: number; urgent: number; last: number }>();
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
    let start = Infinity;
    for (const look of due.values()) start = Math.min(start, startOf(look));
    if (start > at) {
      wakeAt = start;
      timer = setTimeout(pump, start - at);
      return;
    }
    const ids = [...due].filter(([, { next }]) => next <= at).map(([id]) => id);
    for (const id of ids) {
      const { last } = due.get(id)!;
      if (last > at) due.set(id, { next: last, urgent: Infinity, last });
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
  const startOf = ({ next, urgent }: { next: number; urgent: number }): number =>
    Math.min(Math.max(next, startedAt + GAP_MS), Math.max(urgent, startedAt + URGENT_GAP_MS));
  const steadily = (at: number): number => steady() + at - now();

  return {
    add(id, moment, isUrgent = false) {
      const at = steadily(moment);
      const { next, urgent, last } = due.get(id) ?? { next: at, urgent: Infinity, last: at };
      const look = {
        next: Math.min(next, at),
        urgent: isUrgent ? Math.min(urgent, at) : urgent,
        last: Math.max(last, at),
      };
      due.set(id, look);
      // Not for each of a thousand: to pump looks at all of them.
      if (!running && startOf(look) < wakeAt) ask();
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
