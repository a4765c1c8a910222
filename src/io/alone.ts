import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../core/errors.ts";
import { makePrivate } from "./folders.ts";

/**
 * Does work that nobody does at the same time who names the same path; waits for those who do.
 *
 * What excludes is a lock of the kernel's, by way of SQLite, as for the daemon's place: whoever is killed in the middle
 * holds up nobody. Nothing is ever written to the file.
 * @param path in a folder of ours; both are made
 * @returns what the work gives; null: others took longer than `waitMs`
 * @throws AppError E_UNAVAILABLE where that can't be, and what the work throws
 */
export async function alone<T>(
  path: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const db = open(path);
  try {
    if (!begin(db, waitMs)) return null;
    chmodSync(path, 0o600);
    return await work();
  } finally {
    db.close();
  }
}

function open(path: string): DatabaseSync {
  try {
    makePrivate(dirname(path));
    return new DatabaseSync(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const hint = "See who may write there, and whether the disk is full.";
    throw new AppError("E_UNAVAILABLE", `${path} can't be opened: ${String(error)}.`, hint, error);
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
