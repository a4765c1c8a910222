import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * Does work that nobody does at the same time who names the same path; waits for those who do.
 *
 * What excludes is a lock of the kernel's, by way of SQLite, as for the daemon's place: whoever is killed in the middle
 * holds up nobody. Nothing is ever written to the file.
 * @returns what the work gives; null: others took longer than `waitMs`
 */
export async function alone<T>(
  path: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const db = new DatabaseSync(path);
  try {
    if (!begin(db, waitMs)) return null;
    chmodSync(path, 0o600);
    return await work();
  } finally {
    db.close();
  }
}

function begin(db: DatabaseSync, waitMs: number): boolean {
  try {
    db.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE;`);
    return true;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return false;
    throw error;
  }
}
