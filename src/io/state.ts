import { randomBytes } from "node:crypto";
import { chmodSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../core/errors.ts";
import type { FeedBatch, FeedLimits, FeedPage, FeedQuery } from "../core/feed.ts";
import type { Session } from "../core/session.ts";
import { createFeedTable } from "./feed-table.ts";
import { createSavedRows } from "./saved-rows.ts";
import { inTransaction, migrate } from "./state-schema.ts";

/** What must outlive the daemon. */
export interface State {
  /** Made with the database: another epoch means another history. */
  readonly epoch: string;
  /** The last number that may have been given out. */
  readonly n: number;
  /** The next number of the counter. */
  takeSeq(): number;
  /** A damaged database was put aside; null when all is well. */
  readonly trouble: string | null;
  /** The last moment at which a daemon before this one was there to write; null: there was none. */
  readonly aliveAt: number | null;
  /** Rows that lived then. */
  readonly living: readonly Session[];
  /** Ended ones whose label waits for their conversation to be resumed. */
  readonly resting: readonly Session[];
  /** All of it or nothing, and that we live. @throws when it is locked or the disk is full */
  write(batch: FeedBatch): void;
  readFeed(query: FeedQuery): FeedPage;
  /** Removes a part of what is over the limits. @returns whether there may be more; throws as `write` does */
  prune(limits: FeedLimits): boolean;
  close(): void;
}

/** Numbers are reserved so many at a time: one write per block, and a crash skips at most one block. */
const BLOCK = 1000;
const RETRY_BLOCK = 100;
/** Whoever waits for a lock holds up the daemon: it waits long only while it starts. */
const OPEN_MS = 2000;
const BUSY_MS = 20;
const DAY_MS = 24 * 3_600_000;

/**
 * Opens the state database, or makes it. One that cannot be read is renamed and a new one made, with a
 * new epoch: readers then get a snapshot, never a wrong replay.
 * @throws AppError E_UNAVAILABLE when a newer ccmux wrote it: that one is left alone
 */
export function openState(path: string, now: () => number): State {
  try {
    return open(path, now, null);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Only these two say that the file is bad; a lock, a mode or a full disk are no reason to lose it.
    if (![11, 26].includes(Number((error as { errcode?: number }).errcode) & 0xff)) {
      const hint = "See who holds it, its mode, and whether the disk is full.";
      throw new AppError(
        "E_UNAVAILABLE",
        `${path} can't be opened: ${String(error)}.`,
        hint,
        error,
      );
    }
    const aside = `${path}.damaged-${now()}`;
    for (const suffix of ["", "-wal", "-shm"]) {
      try {
        renameSync(path + suffix, aside + suffix);
      } catch {
        // Not every database has them.
      }
    }
    return open(path, now, `the state database was damaged (${String(error)}) and is now ${aside}`);
  }
}

function open(path: string, now: () => number, trouble: string | null): State {
  const db = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    // NORMAL: what was written outlives the process, however that ends; a loss of power may take the last second.
    db.exec(
      `PRAGMA busy_timeout = ${OPEN_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`,
    );
    migrate(db, path);
    const read = db.prepare("SELECT value FROM meta WHERE key = ?");
    const write = db.prepare(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    const get = (key: string): string | undefined => read.get(key)?.value as string | undefined;

    const epoch = get("epoch") ?? randomBytes(6).toString("hex");
    if (get("epoch") === undefined) write.run("epoch", epoch);
    const feed = createFeedTable(db, epoch);
    const saved = createSavedRows(db);
    const alive = get("alive");
    let n = Math.max(Number(get("seq") ?? 0), feed.n);
    let reserved = n;
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return {
      epoch,
      trouble,
      aliveAt: alive === undefined ? null : Number(alive),
      living: saved.living(),
      resting: saved.resting(),
      get n() {
        return n;
      },
      takeSeq() {
        if (n >= reserved) {
          try {
            write.run("seq", String(n + BLOCK));
            reserved = n + BLOCK;
          } catch {
            // Locked, or the disk is full: numbers go on, and a later block is written.
            reserved = n + RETRY_BLOCK;
          }
        }
        return ++n;
      },
      write({ records, rows, ended }) {
        inTransaction(db, () => {
          for (const record of records) feed.add(record);
          for (const row of rows) saved.save(row);
          for (const row of ended) saved.end(row, now());
          write.run("alive", String(now()));
        });
      },
      readFeed: (query) => feed.read(query),
      prune(limits) {
        saved.forget(now() - limits.feedDays * DAY_MS);
        return feed.prune(limits, now());
      },
      close() {
        // A clean end gives back what was reserved and not used.
        write.run("seq", String(n));
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
