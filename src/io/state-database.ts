import { chmodSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createFeedTable, type FeedTable } from "./feed-table.ts";
import { createSavedRows, type SavedRows } from "./saved-rows.ts";
import { inTransaction, migrate } from "./state-schema.ts";

/** The state database while it is open. */
export interface StateDatabase {
  readonly feed: FeedTable;
  readonly saved: SavedRows;
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** All of it or nothing. */
  together(run: () => void): void;
  close(): void;
}

/** Whoever waits for a lock holds up the daemon: it waits long only while it starts. */
const OPEN_MS = 2000;
const BUSY_MS = 20;

/** Opens it, or makes it. @throws of SQLite, or AppError E_UNAVAILABLE when a newer ccmux wrote it */
export function openDatabase(path: string): StateDatabase {
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
    const database: StateDatabase = {
      feed: createFeedTable(db),
      saved: createSavedRows(db),
      get: (key) => (read.get(key)?.value as string | undefined) ?? null,
      set: (key, value) => void write.run(key, value),
      together: (run) => inTransaction(db, run),
      close: () => db.close(),
    };
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return database;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Only these two say that the file is bad; a lock, a mode or a full disk are no reason to lose it. */
export function isDamage(error: unknown): boolean {
  const [CORRUPT, NOTADB] = [11, 26];
  const code = Number((error as { errcode?: number } | null)?.errcode) & 0xff;
  return code === CORRUPT || code === NOTADB;
}

/** Renames it, to be looked at by whoever wants to. @returns what to tell; throws when it stays where it is */
export function putAside(path: string, because: unknown, now: number): string {
  const aside = `${path}.damaged-${now}`;
  renameSync(path, aside);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      renameSync(path + suffix, aside + suffix);
    } catch {
      // Not every database has them.
    }
  }
  return `the state database was damaged (${String(because)}) and is now ${aside}`;
}
