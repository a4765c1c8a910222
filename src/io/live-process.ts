import type { Discovery } from "./host.ts";
import { readStat } from "./proc.ts";
import { readWithPs } from "./ps.ts";

/** A process as it is right now: what is checked before a key is pressed. */
export interface LiveProcess {
  startTicks: number;
  /** `T`: stopped. `Z`: a zombie, dead in all but name. */
  state: string;
  pgrp: number;
  /** The foreground process group of its terminal. */
  tpgid: number;
}

/** Null when it is gone, or cannot be looked at. */
export async function readLive(pid: number, discovery: Discovery): Promise<LiveProcess | null> {
  if (discovery === "proc") return readStat(pid);
  const row = await readWithPs(pid);
  if (!row) return null;
  const { startedAt, state, pgid, tpgid } = row;
  return { startTicks: startedAt, state: state.charAt(0), pgrp: pgid, tpgid };
}

/**
 * Sends a signal; 0 only asks whether there is such a process.
 * @returns `denied`: it is another user's
 */
export function signal(pid: number, name: "SIGTERM" | "SIGKILL" | 0): "sent" | "gone" | "denied" {
  try {
    process.kill(pid, name);
    return "sent";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "denied" : "gone";
  }
}
