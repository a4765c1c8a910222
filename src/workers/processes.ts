import { agents } from "../agents/index.ts";
import { identify } from "../agents/_identify.ts";
import { readRepo, type RepoFacts } from "../io/git.ts";
import {
  listPids,
  readArgv,
  readCwd,
  readEnv,
  readExe,
  readStat,
  readUid,
  socketPaths,
  unixSockets,
  uptimeTicks,
  type ProcStat,
} from "../io/proc.ts";

/** A process as a scan sees it. Only an agent's has a directory and an environment. */
export interface ProcessInfo {
  pid: number;
  ppid: number;
  startTicks: number;
  /** `pts/3`, or null without a terminal. */
  tty: string | null;
  /** Its group has the terminal: what the pane shows is its own drawing. */
  foreground: boolean;
  /** Stopped by a signal: alive, but it neither reads nor draws. */
  stopped: boolean;
  agent: AgentProcess | null;
  /** Sockets of a tmux server; null for every other process. */
  tmuxSockets: readonly string[] | null;
}

export interface AgentProcess {
  name: string;
  cwd: string | null;
  repo: RepoFacts | null;
  /** Only the variables that the agent's file names. */
  env: Readonly<Record<string, string>>;
}

export interface ProcessScan {
  /** Processes not known before, and those that were to be verified and still live. */
  read: ProcessInfo[];
  /** Known ones that have ended. */
  gone: number[];
}

/**
 * One look at `/proc`, by difference: a readdir, and then only what is new or due.
 * Runs in a thread: a thousand `stat` reads take 14–22 ms. Throws when `/proc` cannot be listed:
 * "discovery failed" is never "no agents".
 */
export function scanProcesses(input: {
  known: Int32Array;
  verify: readonly number[];
}): ProcessScan {
  const known = new Set(input.known);
  const alive = listPids();
  const due = new Set(input.verify);
  const read: ProcessInfo[] = [];
  const gone: number[] = [];
  const unread = new Set<number>();
  for (const pid of alive) {
    if (known.delete(pid) && !due.has(pid)) continue;
    const info = readProcess(pid);
    if (info) read.push(info);
    else unread.add(pid);
  }
  gone.push(...known);
  for (const pid of unread) if (due.has(pid)) gone.push(pid);
  return { read, gone };
}

/** Null when it is gone, or a zombie. */
function readProcess(pid: number): ProcessInfo | null {
  const stat = readStat(pid);
  if (!stat || stat.state === "Z" || stat.state === "X") return null;
  // Without a terminal it is no agent of a pane: helpers, servers and `-p` runs talk over pipes.
  const name = stat.tty === null ? null : identify(readArgv(pid), stat.comm);
  const own = name !== null && isOurs(pid) && !isFork(stat);
  return {
    pid,
    ppid: stat.ppid,
    startTicks: stat.startTicks,
    tty: stat.tty,
    foreground: stat.tpgid === stat.pgrp,
    stopped: stat.state === "T" || stat.state === "t",
    agent: own ? readAgent(pid, name) : null,
    tmuxSockets:
      stat.comm === "tmux: server" && isOurs(pid) ? socketPaths(pid, unixSockets()) : null,
  };
}

/** So long may a child take from fork to exec. */
const FORK_MS = 2000;
const MS_PER_TICK = 10;

/**
 * Until it execs, a forked child of an agent carries the agent's whole command line, on its terminal and
 * in its group. It is no agent; one that stays as it is, is one.
 */
function isFork({ pid, ppid, startTicks }: ProcStat): boolean {
  if ((uptimeTicks() - startTicks) * MS_PER_TICK > FORK_MS) return false;
  const argv = readArgv(pid).join("\0");
  return argv === readArgv(ppid).join("\0") && readExe(pid) === readExe(ppid);
}

function readAgent(pid: number, name: string): AgentProcess {
  const cwd = readCwd(pid);
  return {
    name,
    cwd,
    repo: cwd === null ? null : readRepo(cwd),
    env: readEnv(pid, agents.get(name)?.process.env ?? []),
  };
}

function isOurs(pid: number): boolean {
  return readUid(pid) === process.getuid?.();
}
