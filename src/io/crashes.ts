import { readFileSync } from "node:fs";
import { writeAnew } from "./write-anew.ts";

/** A daemon that ended by itself. */
export interface Crash {
  /** Its pid, so that it counts once, whoever sees it and however. */
  who: string;
  /** When it was noticed, in epoch milliseconds. */
  at: number;
}

/** Older ones tell nothing about the next start. */
const MEMORY_MS = 10 * 60_000;
/** So many are bad luck. */
const FREE = 3;
const REST_MS = 5000;
const MAX_REST_MS = 60_000;

/** Until when no daemon is started without being asked for; 0: at once. Pure. */
export function restUntil(crashes: readonly Crash[], now: number): number {
  // A clock that was put back leaves moments that have yet to come.
  const recent = crashes.filter(({ at }) => at <= now && now - at < MEMORY_MS);
  if (recent.length < FREE) return 0;
  const last = Math.max(...recent.map(({ at }) => at));
  return last + Math.min(MAX_REST_MS, REST_MS * 2 ** (recent.length - FREE));
}

export function readCrashes(path: string): Crash[] {
  try {
    const all = JSON.parse(readFileSync(path, "utf8")) as unknown;
    if (!Array.isArray(all)) return [];
    return all.filter(
      (one: Partial<Crash> | null): one is Crash =>
        typeof one?.who === "string" && Number.isFinite(one.at),
    );
  } catch {
    return [];
  }
}

/** Writes one more down; where that is not possible, nobody rests. */
export function noteCrash(path: string, crash: Crash): void {
  const before = readCrashes(path).filter(({ at }) => crash.at - at < MEMORY_MS);
  if (before.some(({ who }) => who === crash.who)) return;
  try {
    writeAnew(path, JSON.stringify([...before, crash].slice(-20)), { fsync: false });
  } catch {
    // A full disk, or no folder.
  }
}
