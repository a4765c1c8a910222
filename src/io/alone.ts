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
    if (!begin(path, db, waitMs)) return null;
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
    throw unavailable(path, error);
  }
}

/** False: others hold it. */
function begin(path: string, db: DatabaseSync, waitMs: number): boolean {
  try {
    db.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE;`);
    return true;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return false;
    // It is no database, or its disk knows no locks.
    throw unavailable(path, error);
  }
}

function unavailable(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const hint = "See what is there and who may write to it, and whether the disk is full.";
  return new AppError("E_UNAVAILABLE", `${path} can't be locked: ${String(error)}.`, hint, error);
}
