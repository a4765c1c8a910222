import { chmodSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { LockInfo } from "./lock-file.ts";
import { writeAnew } from "./write-anew.ts";

export interface Lock {
  /** False when the file that tells who has the place is gone, or tells of somebody else. */
  holds(): boolean;
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
  try {
    writeAnew(path, `${JSON.stringify(info)}\n`, { fsync: false });
  } catch (error) {
    db.close();
    throw error;
  }
  const holds = (): boolean => {
    try {
      return (JSON.parse(readFileSync(path, "utf8")) as LockInfo).pid === info.pid;
    } catch (error) {
      // What can't be read now (a disk that hangs) may be ours still.
      return !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    }
  };
  return {
    holds,
    release() {
      if (holds()) rmSync(path, { force: true });
      db.close();
    },
  };
}
