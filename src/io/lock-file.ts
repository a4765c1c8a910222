import { readFileSync } from "node:fs";
import { readStat } from "./proc.ts";

/** Who holds the daemon's place, for the eyes of the CLI. */
export interface LockInfo {
  pid: number;
  /** Start of that process: a pid alone is used again. 0 where it cannot be read. */
  startTicks: number;
  socket: string;
  version: string;
}

/** Null when there is no lock file, or it names a process that is gone. */
export function readLock(path: string): LockInfo | null {
  const info = readLockFile(path);
  return info && isAlive(info) ? info : null;
}

/** Who had the place and is gone without having given it up; null: nobody. */
export function readStaleLock(path: string): LockInfo | null {
  const info = readLockFile(path);
  return info && !isAlive(info) ? info : null;
}

function readLockFile(path: string): LockInfo | null {
  try {
    const info = JSON.parse(readFileSync(path, "utf8")) as LockInfo;
    return Number.isInteger(info.pid) && typeof info.socket === "string" ? info : null;
  } catch {
    return null;
  }
}

/** Alive, the same process, and no zombie: one that was killed keeps its pid until its parent looks. */
export function isAlive({ pid, startTicks }: Pick<LockInfo, "pid" | "startTicks">): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  if (startTicks === 0) return true;
  const stat = readStat(pid);
  return stat?.startTicks === startTicks && !["Z", "X"].includes(stat.state);
}
