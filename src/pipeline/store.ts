import type { Gap, StoreEvent } from "../core/event.ts";
import { changesBetween, endedTurnMs } from "../core/feed.ts";
import { formatSeq, type Counter } from "../core/seq.ts";
import type { HealthState, Session } from "../core/session.ts";
import { createLabels, type Labels } from "./labels.ts";
import { shown } from "./row.ts";

export type { StoreEvent };

/** What outlives the daemon. */
export interface StoreMemory {
  /** Rows as the last daemon left them: who is found again is no newcomer. */
  rows: readonly Session[];
  /** Ended ones whose label waits. */
  resting: readonly Session[];
  /** Hears of events before anybody else does. Never throws. */
  record(events: readonly StoreEvent[]): void;
}

export interface Store {
  readonly epoch: string;
  /** Number of the newest event. */
  readonly n: number;
  readonly rows: ReadonlyMap<string, Session>;
  readonly health: HealthState;
  /** Rows of the last daemon that were not found again yet. */
  readonly remembered: ReadonlyMap<string, Session>;
  /** Rows that a person took away, as they were then: their agents live on. */
  readonly dismissed: ReadonlyMap<string, Session>;
  readonly labels: Labels;
  /** A row as it is, or as it was left by a person or by the last daemon. */
  known(id: string): Session | undefined;
  /** Sets and removes rows; what no reader would notice is no event. */
  apply(change: { set: readonly Session[]; remove: readonly string[] }, now: number): void;
  /** Takes a row away until it is set again. */
  dismiss(id: string, now: number): void;
  setHealth(health: HealthState, now: number): void;
  addGap(gap: Gap): void;
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
 * @param counter outlives the daemon
 * @param onError hears of a listener that threw
 * @param memory of the daemon before this one, and for the next
 */
export function createStore(
  counter: Counter,
  onError: (error: unknown) => void = () => {},
  memory: StoreMemory = { rows: [], resting: [], record: () => {} },
): Store {
  const rows = new Map<string, Session>();
  const remembered = new Map(memory.rows.map((row) => [row.id, row]));
  const dismissed = new Map<string, Session>();
  const texts = new Map<string, string>();
  const ring: StoreEvent[] = [];
  const listeners = new Set<(events: readonly StoreEvent[]) => void>();
  let { n } = counter;
  let health: HealthState = { state: "ok", reasons: [] };

  const publish = (events: StoreEvent[]): void => {
    if (events.length === 0) return;
    memory.record(events);
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
    n: (n = counter.take()),
    at,
    ...rest,
  });
  const known = (id: string): Session | undefined =>
    rows.get(id) ?? dismissed.get(id) ?? remembered.get(id);

  return {
    get epoch() {
      return counter.epoch;
    },
    get n() {
      return n;
    },
    rows,
    remembered,
    dismissed,
    labels: createLabels(memory.resting),
    known,
    get health() {
      return health;
    },
    apply({ set, remove }, now) {
      const events: StoreEvent[] = [];
      for (const session of set) {
        const before = known(session.id);
        const text = shown(session);
        if (before && texts.get(session.id) === text) {
          // Kept fresh, for whoever asks; not worth an event.
          before.lastActivityAt = session.lastActivityAt;
          continue;
        }
        const isBack = dismissed.delete(session.id);
        remembered.delete(session.id);
        rows.set(session.id, session);
        texts.set(session.id, text);
        const what = before ? updated(before, session, now) : appeared(session);
        events.push(event(now, { ...what, type: before && !isBack ? "updated" : "created" }));
      }
      for (const id of remove) {
        const session = known(id);
        if (!session) continue;
        for (const map of [rows, remembered, dismissed, texts]) map.delete(id);
        events.push(event(now, { type: "removed", session, ...turn(session, null, now) }));
      }
      publish(events);
    },
    dismiss(id, now) {
      const session = rows.get(id);
      if (!session) return;
      rows.delete(id);
      texts.delete(id);
      dismissed.set(id, session);
      publish([event(now, { type: "removed", session, dismissed: true })]);
    },
    setHealth(next, now) {
      if (next.state === health.state && next.reasons.join("\n") === health.reasons.join("\n"))
        return;
      health = next;
      publish([event(now, { type: "health", health })]);
    },
    addGap: (gap) => publish([event(gap.to, { type: "gap", gap })]),
    nextSeq: () => formatSeq(counter.epoch, n + 1),
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

/** One that asks from the start is news to whoever looks out for that. */
function appeared(session: Session): Omit<StoreEvent, "n" | "at" | "type"> {
  const { attention } = session;
  return { session, ...(attention && !attention.provisional && { changed: ["attention"] }) };
}

function updated(
  before: Session,
  session: Session,
  now: number,
): Omit<StoreEvent, "n" | "at" | "type"> {
  const from = { status: before.status };
  const changed = changesBetween(before, session);
  return { session, from, changed, ...turn(before, session, now) };
}

function turn(before: Session, now: Session | null, at: number): { turnMs?: number } {
  const turnMs = endedTurnMs(before, now, at);
  return turnMs === null ? {} : { turnMs };
}
