import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { LockInfo } from "./lock-file.ts";

export interface Lock {
  release(): void;
}

/**
 * Takes the daemon's place, or returns null when another process has it.
 *
 * What excludes is a lock of the kernel's on `<path>.db`, by way of SQLite: it ends with its process,
 * however that ends, so there is no stale lock and no recycled pid to be fooled by, and a stopped
 * holder still holds it. The file `<path>` only tells who it is.
 */
export function takeLock(path: string, info: LockInfo): Lock | null {
  const db = new DatabaseSync(`${path}.db`);
  try {
    db.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;",
    );
    chmodSync(`${path}.db`, 0o600);
  } catch (error) {
    db.close();
    if (/locked|busy/i.test(String(error))) return null;
    throw error;
  }
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(info)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    // A full disk has room for its name, and not for its text.
    rmSync(draft, { force: true });
    db.close();
    throw error;
  }
  return {
    release() {
      rmSync(path, { force: true });
      db.close();
    },
  };
}
