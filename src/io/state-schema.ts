import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../core/errors.ts";

/** One step per schema, the first makes schema 1. A step is never changed once it was released: add another. */
const STEPS = [
  "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;",
  `CREATE TABLE feed (
     n INTEGER PRIMARY KEY, at INTEGER NOT NULL, types TEXT NOT NULL,
     session TEXT, label TEXT, agent TEXT, native_id TEXT, event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX feed_at ON feed (at);
   CREATE TABLE sessions (
     id TEXT PRIMARY KEY, label TEXT, ended_at INTEGER, row TEXT NOT NULL
   ) STRICT;`,
];

/**
 * Brings an older database up to date, step by step; each is done whole or not at all.
 * @throws AppError E_UNAVAILABLE when a newer ccmux wrote it: that one is left alone
 */
export function migrate(db: DatabaseSync, path: string): void {
  const version = Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0);
  if (version > STEPS.length) {
    throw new AppError(
      "E_UNAVAILABLE",
      `${path} has schema ${version}; this ccmux knows up to ${STEPS.length}.`,
      "Update this ccmux, or set CCMUX_HOME to a folder of its own.",
    );
  }
  for (let step = version; step < STEPS.length; step++)
    inTransaction(db, () => db.exec(`${STEPS[step]} PRAGMA user_version = ${step + 1};`));
}

export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // After a full disk SQLite has rolled back already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
