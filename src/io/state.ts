import { AppError } from "../core/errors.ts";
import type { FeedBatch, FeedLimits, FeedPage, FeedQuery } from "../core/feed.ts";
import type { Counter } from "../core/seq.ts";
import type { Session } from "../core/session.ts";
import { createCounter } from "./counter.ts";
import { isDamage, openDatabase, putAside, type StateDatabase } from "./state-database.ts";

/** What must outlive the daemon. */
export interface State {
  /** Its epoch is made with the database, and another one with the next. */
  readonly counter: Counter;
  /** The last moment at which a daemon before this one was there to write; null: there was none. */
  readonly aliveAt: number | null;
  /** Rows that lived then. */
  readonly living: readonly Session[];
  /** Ended ones whose label waits for their conversation to be resumed. */
  readonly resting: readonly Session[];
  /** All of it or nothing, and that we live. @throws when it is locked, damaged, or the disk is full */
  write(batch: FeedBatch): void;
  /** @throws as `write` does */
  readFeed(query: FeedQuery): FeedPage;
  /** Removes a part of what is over the limits. @returns whether there may be more; throws as `write` does */
  prune(limits: FeedLimits): boolean;
  /**
   * Puts a database aside by which a call failed, if it is damaged; the next call makes another, which knows no rows.
   * @returns whether it was. Throws when it can't be put aside
   */
  renew(because: unknown): boolean;
  close(): void;
}

interface Place {
  path: string;
  now(): number;
  /** Renames a damaged one, and tells. */
  putAway(because: unknown): void;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Opens the state database, or makes it. One that cannot be read is renamed and a new one made, with a
 * new epoch: readers then get a snapshot, never a wrong replay.
 * @param onDamaged is told of each that was put aside
 * @throws AppError E_UNAVAILABLE when a newer ccmux wrote it: that one is left alone
 */
export function openState(
  path: string,
  now: () => number,
  onDamaged: (trouble: string) => void = () => {},
): State {
  const place = {
    path,
    now,
    putAway: (because: unknown) => onDamaged(putAside(path, because, now())),
  };
  try {
    return openOrRenew(place);
  } catch (error) {
    throw unavailable(path, error);
  }
}

function openOrRenew(place: Place): State {
  try {
    return read(place, openDatabase(place.path));
  } catch (error) {
    if (!isDamage(error)) throw error;
    place.putAway(error);
    return read(place, openNext(place.path, 0, place.now()));
  }
}

function read(place: Place, first: StateDatabase): State {
  try {
    return createState(place, first);
  } catch (error) {
    first.close();
    throw error;
  }
}

function unavailable(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const hint = "See who holds it, its mode, and whether the disk is full.";
  return new AppError("E_UNAVAILABLE", `${path} can't be opened: ${String(error)}.`, hint, error);
}

/** One that is made because another was put aside: what was up to there is no longer kept. */
function openNext(path: string, n: number, now: number): StateDatabase {
  const next = openDatabase(path);
  try {
    next.feed.beginAfter(n, now);
    return next;
  } catch (error) {
    next.close();
    throw error;
  }
}

function createState({ path, now, putAway }: Place, first: StateDatabase): State {
  let open: StateDatabase | null = first;
  const database = (): StateDatabase => (open ??= openNext(path, counter.n, now()));
  const keep = (epoch: string, upTo: number): void => {
    const db = database();
    db.together(() => {
      db.set("epoch", epoch);
      db.set("seq", String(upTo));
    });
  };
  const begun = { epoch: first.get("epoch"), n: Number(first.get("seq") ?? 0) };
  const counter = createCounter({ ...begun, n: Math.max(begun.n, first.feed.n) }, keep);
  const alive = first.get("alive");

  return {
    counter,
    aliveAt: alive === null ? null : Number(alive),
    living: first.saved.living(),
    resting: first.saved.resting(),
    write({ records, rows, ended }) {
      const db = database();
      db.together(() => {
        for (const record of records) db.feed.add(record);
        for (const row of rows) db.saved.save(row);
        for (const row of ended) db.saved.end(row, now());
        db.set("alive", String(now()));
      });
    },
    readFeed: (query) => database().feed.read(query, counter.epoch),
    prune(limits) {
      const { saved, feed } = database();
      saved.forget(now() - limits.feedDays * DAY_MS);
      return feed.prune(limits, now());
    },
    renew(because) {
      if (!isDamage(because)) return false;
      open?.close();
      open = null;
      putAway(because);
      counter.begin();
      return true;
    },
    close() {
      // A clean end gives back what was reserved and not used.
      keep(counter.epoch, counter.n);
      open?.close();
    },
  };
}
