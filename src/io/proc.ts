import { readFileSync, readdirSync, readlinkSync, statSync, type Stats } from "node:fs";
import { withoutEnd } from "../core/without-end.ts";

/** USER_HZ: 100 on every Linux that Node runs on. */
export const TICKS_PER_SECOND = 100;

/** What `/proc/<pid>/stat` says, the fields we use. */
export interface ProcStat {
  pid: number;
  comm: string;
  /** `T`: stopped. `Z`: a zombie, dead in all but name. */
  state: string;
  ppid: number;
  pgrp: number;
  /** Pid of its session's first process; 0: that cannot be seen. */
  session: number;
  /** `pts/3`, or null without a terminal. */
  tty: string | null;
  /** The foreground process group of its terminal, -1 without one. */
  tpgid: number;
  startTicks: number;
  /** Another one once it runs another program. */
  stack: string;
}

/** Null when the process is gone: every read of `/proc` may lose that race. */
export function readStat(pid: number): ProcStat | null {
  const line = readText(`/proc/${pid}/stat`);
  return line === null ? null : parseStat(line);
}

/** The name stands in brackets and may hold anything, also brackets and spaces: it ends at the last one. */
export function parseStat(line: string): ProcStat | null {
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  if (open < 0 || close < open) return null;
  const f = line.slice(close + 2).split(" ");
  const pid = Number(line.slice(0, open));
  const startTicks = Number(f[19]);
  if (!Number.isInteger(pid) || !Number.isFinite(startTicks)) return null;
  return {
    pid,
    comm: line.slice(open + 1, close),
    state: f[0]!,
    ppid: Number(f[1]),
    pgrp: Number(f[2]),
    session: Number(f[3]),
    tty: ttyName(Number(f[4])),
    tpgid: Number(f[5]),
    startTicks,
    stack: f[25] ?? "",
  };
}

/** Device number → name. Unix98 terminals have major 136; their index is the 20-bit minor. */
function ttyName(device: number): string | null {
  if (device === 0) return null;
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `pts/${minor + (major - 136) * 0x100000}`;
  return major === 4 ? `tty${minor}` : null;
}

export function readArgv(pid: number): string[] {
  const text = readText(`/proc/${pid}/cmdline`);
  // A process that set its title leaves one string, padded with NULs.
  return text ? withoutEnd(text, "\0").split("\0") : [];
}

export function readCwd(pid: number): string | null {
  return readLink(`/proc/${pid}/cwd`);
}

export function readExe(pid: number): string | null {
  return readLink(`/proc/${pid}/exe`);
}

/** Clock ticks since boot, as `startTicks` counts them. */
export function uptimeTicks(): number {
  return Number(readText("/proc/uptime")?.split(" ")[0] ?? 0) * TICKS_PER_SECOND;
}

export function readUid(pid: number): number | null {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return null;
  }
}

/** Only the named variables of a process's environment: the rest may hold secrets and is never kept. */
export function readEnv(pid: number, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  if (names.length === 0) return found;
  for (const entry of (readText(`/proc/${pid}/environ`) ?? "").split("\0")) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    if (names.includes(name)) found[name] = entry.slice(at + 1);
  }
  return found;
}

export function listPids(): number[] {
  const pids: number[] = [];
  for (const name of readdirSync("/proc")) {
    const first = name.charCodeAt(0);
    if (first >= 48 && first <= 57) pids.push(Number(name));
  }
  return pids;
}

/**
 * Sockets on which a process listens or talks, by path: those that are the same file for us. In a
 * container the path may be another file, or none. Null when its descriptors are not ours to read.
 */
export function socketPaths(pid: number): string[] | null {
  const inodes = unixSockets(pid);
  try {
    const paths = readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => inodes.get(readLink(`/proc/${pid}/fd/${fd}`) ?? "") ?? [],
    );
    return [...new Set(paths)].filter((path) => isSameFile(path, `/proc/${pid}/root${path}`));
  } catch {
    return null;
  }
}

/** Paths of the files that a process has open; empty when they are not ours to see. */
export function openFiles(pid: number): string[] {
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`));
    return links.filter((link): link is string => link?.startsWith("/") ?? false);
  } catch {
    return [];
  }
}

/** `socket:[inode]` → path, for every Unix socket with one in this process's network namespace. */
function unixSockets(pid: number): Map<string, string> {
  const lines = (readText(`/proc/${pid}/net/unix`) ?? "").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, inode, path] = /^\S+: \S+ \S+ \S+ \S+ \S+\s+(\d+) (\/.*)$/.exec(line) ?? [];
      return inode && path ? [[`socket:[${inode}]`, path] as const] : [];
    }),
  );
}

function isSameFile(path: string, other: string): boolean {
  const [a, b] = [statOrNull(path), statOrNull(other)];
  return a !== null && a.dev === b?.dev && a.ino === b.ino;
}

/**
 * Whether a process's terminal is none of ours: a container has terminals of its own, and its `pts/0` is
 * not what we call `pts/0`. Null when its descriptors do not tell.
 */
export function hasForeignTerminal(pid: number, tty: string): boolean | null {
  const ours = statOrNull(`/dev/${tty}`);
  if (!ours) return null;
  for (const fd of [0, 1, 2]) {
    const theirs = statOrNull(`/proc/${pid}/fd/${fd}`);
    if (!theirs?.isCharacterDevice() || ttyName(theirs.rdev) !== tty) continue;
    return ours.dev !== theirs.dev || ours.ino !== theirs.ino;
  }
  return null;
}

/**
 * Whether it reads from or writes to a terminal: a helper that an agent talks to over pipes has the terminal
 * as its controlling one all the same. Null when that cannot be seen.
 */
export function talksToTerminal(pid: number): boolean | null {
  const ends = [0, 1].map((fd) => statOrNull(`/proc/${pid}/fd/${fd}`));
  if (ends.every((end) => end === null)) return null;
  return ends.some((end) => end?.isCharacterDevice() && ttyName(end.rdev) !== null);
}

/** When the machine started; 0 and null where there is no `/proc`. */
export function readBoot(): { bootId: string | null; bootedAt: number } {
  const seconds = /^btime (\d+)$/m.exec(readText("/proc/stat") ?? "")?.[1];
  return {
    bootId: readText("/proc/sys/kernel/random/boot_id")?.trim() ?? null,
    bootedAt: Number(seconds ?? 0) * 1000,
  };
}

/** Where our pids count; empty where there are no such namespaces. */
export function pidNamespace(): string {
  return readLink("/proc/self/ns/pid") ?? "";
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
