import type { FeedBatch, FeedLimits, FeedPage, FeedQuery } from "../core/feed.ts";
import type { State } from "../io/state.ts";
import type { Health } from "./health.ts";
import { createMarks, type Marks } from "./marks.ts";
import { createRecorder } from "./record.ts";
import { createStore, type Store } from "./store.ts";

export interface KeptStorePorts {
  state: State;
  health: Health;
  limits(): FeedLimits;
  now(): number;
  onError(error: unknown): void;
}

export interface KeptStore {
  store: Store;
  marks: Marks;
  /** Reads what is kept. @throws when the database does not answer */
  feed(query: FeedQuery): FeedPage;
  close(): void;
}

/** So often is written that we live: so exact is a gap's begin after a crash. */
const ALIVE_MS = 60_000;
const PRUNE_AGAIN_MS = 200;
/** So many events, and the size is looked at. */
const PRUNE_EVERY = 1000;

/** The store with the state database behind it: it begins where the last daemon ended. */
export function createKeptStore(ports: KeptStorePorts): KeptStore {
  const { state, health, now, onError } = ports;
  let sincePrune = 0;
  let closed = false;

  const later = (run: () => void, ms: number): void => {
    setTimeout(() => closed || run(), ms).unref();
  };
  const prune = (): void => {
    sincePrune = 0;
    try {
      if (state.prune(ports.limits())) later(prune, PRUNE_AGAIN_MS);
    } catch {
      // What keeps it from this keeps it from writing too, and that is said.
    }
  };
  /** A new database knows no rows yet. */
  let isBare = false;
  const mended = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (!state.renew(error)) throw error;
      isBare = true;
      return run();
    }
  };
  const write = (batch: FeedBatch): void => {
    state.write(isBare ? withAllRows(batch, store) : batch);
    isBare = false;
  };
  const recorder = createRecorder({
    write: (batch) => mended(() => write(batch)),
    health,
    now,
    onLost: (gap) => store.addGap(gap),
    later,
  });
  const store = createStore(state.counter, onError, {
    rows: state.living,
    resting: state.resting,
    record(events) {
      recorder.record(events);
      sincePrune += events.length;
      if (sincePrune >= PRUNE_EVERY) prune();
    },
  });
  if (state.aliveAt !== null)
    store.addGap({ from: state.aliveAt, to: now(), because: "no daemon ran" });
  else recorder.flush();
  prune();
  const alive = setInterval(() => {
    recorder.flush();
    prune();
  }, ALIVE_MS).unref();

  return {
    store,
    marks: createMarks(store, now),
    feed: (query) => mended(() => state.readFeed(query)),
    close() {
      clearInterval(alive);
      recorder.flush();
      closed = true;
    },
  };
}

function withAllRows({ records, ended }: FeedBatch, store: Store): FeedBatch {
  return {
    records,
    rows: [store.remembered, store.dismissed, store.rows].flatMap((map) => [...map.values()]),
    ended: [...store.labels.resting, ...ended],
  };
}
