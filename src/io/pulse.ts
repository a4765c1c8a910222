import { readFileSync } from "node:fs";

/** What a process has done since it began, by the kernel's count. */
export interface Pulse {
  /** How often it was given a processor: more whenever it did anything at all. */
  runs: number;
  /** Bytes that it read from files and terminals. */
  read: number;
}

/** Null while it runs, and where that cannot be seen: no `/proc`, or a process that is not ours to look into. */
export function readPulse(pid: number): Pulse | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    if (!/^State:\s+S/m.test(status)) return null;
    const runs = [...status.matchAll(/^(?:non)?voluntary_ctxt_switches:\s+(\d+)$/gm)];
    const read = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "latin1"));
    if (runs.length !== 2 || !read) return null;
    return { runs: Number(runs[0]![1]) + Number(runs[1]![1]), read: Number(read[1]) };
  } catch {
    return null;
  }
}
