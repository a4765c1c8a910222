import { readFileSync, readdirSync } from "node:fs";

/** What a process and its threads and ended children have used up to now. Linux: from `/proc`. */
export interface Cost {
  /** Processor time, user and system, of itself and of children that have ended, in milliseconds. */
  cpuMs: number;
  residentMb: number;
  descriptors: number;
  threads: number;
}

export function costOf(pid: number): Cost {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, cutime, cstime; in ticks of 10 ms.
  const cpuMs = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return {
    cpuMs,
    residentMb: Number(resident?.[1] ?? 0) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: Number(fields[17]),
  };
}

/** Bytes that a process has read so far, by any call that reads. */
export function bytesRead(pid: number | "self"): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1]);
}

/** Processor time that this process spends on something, in milliseconds: others on the machine do not count. */
export function spentMs(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** The same of a program and all it starts. In ticks of 10 ms: run it many times. */
export function spentByChildrenMs(run: () => void): number {
  const ended = (): number => {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) * 10;
  };
  const before = ended();
  run();
  return ended() - before;
}
