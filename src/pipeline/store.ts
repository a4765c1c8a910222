import type { EventType, HealthState, Session } from "../core/session.ts";
import type { Status } from "../core/types.ts";
import { shown } from "./row.ts";

/** What happened, inside the daemon. */
export interface StoreEvent {
  n: number;
  at: number;
  type: Exclude<EventType, "snapshot">;
  session?: Session;
  from?: { status: Status };
  health?: HealthState;
}

export interface Store {
  readonly epoch: string;
  /** Number of the newest event. */
  readonly n: number;
  readonly rows: ReadonlyMap<string, Session>;
  readonly health: HealthState;
  /** Sets and removes rows; what no reader would notice is no event. */
  apply(change: { set: readonly Session[]; remove: readonly string[] }, now: number): void;
  setHealth(health: HealthState, now: number): void;
  /** The seq that the next event will carry. */
  nextSeq(): string;
  subscribe(listener: (events: readonly StoreEvent[]) => void): () => void;
  /** Events after `n`, oldest first; null when the ring does not reach back so far. */
  since(n: number): readonly StoreEvent[] | null;
}

/** Enough for a reader that was away for minutes; older than that gets a snapshot. */
const RING = 4096;

/**
 * The rows, and the only place that changes them.
 * @param takeSeq gives the next number of the counter, which outlives the daemon
 * @param onError hears of a listener that threw
 */
export function createStore(
  epoch: string,
  first: number,
  takeSeq: () => number,
  onError: (error: unknown) => void = () => {},
): Store {
  const rows = new Map<string, Session>();
  const texts = new Map<string, string>();
  const ring: StoreEvent[] = [];
  const listeners = new Set<(events: readonly StoreEvent[]) => void>();
  let n = first;
  let health: HealthState = { state: "ok", reasons: [] };

  const publish = (events: StoreEvent[]): void => {
    if (events.length === 0) return;
    ring.push(...events);
    if (ring.length > RING) ring.splice(0, ring.length - RING);
    for (const listener of listeners) {
      try {
        listener(events);
      } catch (error) {
        // One reader's failure is no other's.
        onError(error);
      }
    }
  };
  const event = (at: number, rest: Omit<StoreEvent, "n" | "at">): StoreEvent => ({
    n: (n = takeSeq()),
    at,
    ...rest,
  });

  return {
    epoch,
    get n() {
      return n;
    },
    rows,
    get health() {
      return health;
    },
    apply({ set, remove }, now) {
      const events: StoreEvent[] = [];
      for (const session of set) {
        const before = rows.get(session.id);
        const text = shown(session);
        if (before && texts.get(session.id) === text) {
          // Kept fresh, for whoever asks; not worth an event.
          before.lastActivityAt = session.lastActivityAt;
          continue;
        }
        rows.set(session.id, session);
        texts.set(session.id, text);
        events.push(
          event(
            now,
            before
              ? { type: "updated", session, from: { status: before.status } }
              : { type: "created", session },
          ),
        );
      }
      for (const id of remove) {
        const session = rows.get(id);
        if (!session) continue;
        rows.delete(id);
        texts.delete(id);
        events.push(event(now, { type: "removed", session }));
      }
      publish(events);
    },
    setHealth(next, now) {
      if (next.state === health.state && next.reasons.join("\n") === health.reasons.join("\n"))
        return;
      health = next;
      publish([event(now, { type: "health", health })]);
    },
    nextSeq: () => `${epoch}-${n + 1}`,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(from) {
      const oldest = ring[0]?.n ?? n + 1;
      if (from >= n) return from === n ? [] : null;
      return from + 1 < oldest ? null : ring.filter((one) => one.n > from);
    },
  };
}
