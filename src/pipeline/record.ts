import { toEventJson, type Gap, type StoreEvent } from "../core/event.ts";
import { isKept, toFeedSession, type FeedBatch, type FeedRecord } from "../core/feed.ts";
import type { Session } from "../core/session.ts";
import type { Health } from "./health.ts";

export interface RecorderPorts {
  /** All of it or nothing. @throws when the database does not take it */
  write(batch: FeedBatch): void;
  health: Pick<Health, "ok" | "failed">;
  now(): number;
  /** What was seen in between could not be kept. */
  onLost(gap: Gap): void;
  /** Does it in so many milliseconds. */
  later(run: () => void, ms: number): void;
}

export interface Recorder {
  /** Written before it returns; if that fails, with the next. Never throws. */
  record(events: readonly StoreEvent[]): void;
  /** Writes what waits; with nothing to write, that we live. */
  flush(): void;
  /** Of events that are not written yet. */
  readonly waiting: number;
}

/** A database that fails is tried again after so long: each try may hold up the daemon for a moment. */
const RETRY_MS = 1000;
/** Events that wait for it, each with a row. */
const MOST = 4096;

/**
 * Keeps what happened, in the tick in which it happened: whoever hears of it finds it in the feed. It costs
 * 0.1 ms a tick and 0.03 ms an event; in batches it would cost less, and a crash would lose what was heard.
 * A database that is locked or full stops nobody: events wait, and those that do not fit become a gap.
 */
export function createRecorder({ write, health, now, onLost, later }: RecorderPorts): Recorder {
  let waiting: StoreEvent[] = [];
  let lost: { from: number; to: number } | null = null;
  let because = "";
  let resting = false;

  const flush = (): void => {
    if (resting) return;
    try {
      write(toBatch(waiting));
    } catch (error) {
      because = error instanceof Error ? error.message : String(error);
      resting = true;
      later(() => {
        resting = false;
        flush();
      }, RETRY_MS);
      const what = `what happens is not kept (${because}); the daemon goes on without`;
      return health.failed("feed", what, now(), true);
    }
    waiting = [];
    health.ok("feed");
    if (!lost) return;
    const gap = { ...lost, because: `it could not be kept (${because})` };
    lost = null;
    onLost(gap);
  };

  return {
    get waiting() {
      return waiting.length;
    },
    flush,
    record(events) {
      waiting.push(...events);
      const over = waiting.splice(0, Math.max(0, waiting.length - MOST));
      if (over.length > 0) lost = { from: lost?.from ?? over[0]!.at, to: over.at(-1)!.at };
      flush();
    },
  };
}

/** Pure. The newest state of each row, and what of the events is kept. */
function toBatch(events: readonly StoreEvent[]): FeedBatch {
  const rows = new Map<string, Session>();
  const ended = new Map<string, Session>();
  for (const { type, session, dismissed } of events) {
    if (!session) continue;
    const [to, from] = type === "removed" && !dismissed ? [ended, rows] : [rows, ended];
    to.set(session.id, session);
    from.delete(session.id);
  }
  return {
    records: events.filter(isKept).map(toRecord),
    rows: [...rows.values()],
    ended: [...ended.values()],
  };
}

function toRecord(event: StoreEvent): FeedRecord {
  const { session, ...rest } = toEventJson(event);
  return {
    n: event.n,
    at: event.at,
    event: { ...rest, ...(session && { session: toFeedSession(session) }) },
  };
}
