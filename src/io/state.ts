import { randomBytes } from "node:crypto";
import { chmodSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../core/errors.ts";

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
  close(): void;
}

/** Raised with every change of the tables. */
const SCHEMA = 1;
/** Numbers are reserved so many at a time: one write per block, and a crash skips at most one block. */
const BLOCK = 1000;
const RETRY_BLOCK = 100;

/**
 * Opens the state database, or makes it. One that cannot be read is renamed and a new one made, with a
 * new epoch: readers then get a snapshot, never a wrong replay.
 * @throws AppError E_UNAVAILABLE when a newer ccmux wrote it: that one is left alone
 */
export function openState(path: string, now: () => number): State {
  try {
    return open(path, null);
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
    return open(path, `the state database was damaged (${String(error)}) and is now ${aside}`);
  }
}

function open(path: string, trouble: string | null): State {
  const db = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;");
    const version = Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0);
    if (version > SCHEMA) {
      const hint = "Update this ccmux, or set CCMUX_HOME to a folder of its own.";
      throw new AppError(
        "E_UNAVAILABLE",
        `${path} has schema ${version}; this ccmux knows up to ${SCHEMA}.`,
        hint,
      );
    }
    db.exec(
      `CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT; PRAGMA user_version = ${SCHEMA};`,
    );
    const read = db.prepare("SELECT value FROM meta WHERE key = ?");
    const write = db.prepare(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    const get = (key: string): string | undefined => read.get(key)?.value as string | undefined;

    const epoch = get("epoch") ?? randomBytes(6).toString("hex");
    if (get("epoch") === undefined) write.run("epoch", epoch);
    let n = Number(get("seq") ?? 0);
    let reserved = n;
    return {
      epoch,
      trouble,
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
