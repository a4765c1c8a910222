import { registry } from "../agents/_registry.ts";
import { readRepo } from "../io/git.ts";
import {
  hasForeignTerminal,
  listPids,
  readArgv,
  readCwd,
  readEnv,
  readExe,
  readStat,
  readUid,
  socketPaths,
  talksToTerminal,
  uptimeTicks,
  type ProcStat,
} from "../io/proc.ts";
import { MARKER_ENV } from "../core/paths.ts";
import { socketOfArgv } from "../io/tmux-sockets.ts";
import type { AgentProcess, ProcessInfo, ProcessScan, ScanInput } from "./processes.ts";
import { anothers, isOurs, recognize } from "./recognize.ts";

/**
 * One look at `/proc`, by difference: a readdir, and then only what is new or due.
 * Runs in a thread: a thousand `stat` reads take 14–22 ms.
 */
export function scanProc({ known: before, verify, glance }: ScanInput): ProcessScan {
  const known = new Set(before);
  const due = new Set(verify);
  const marks = new Map(glance.map(({ pid, mark }) => [pid, mark]));
  const read: ProcessInfo[] = [];
  const gone: number[] = [];
  for (const pid of listPids()) {
    const isKnown = known.delete(pid);
    if (isKnown && !due.has(pid) && !marks.has(pid)) continue;
    const stat = readStat(pid);
    const isDead = !stat || stat.state === "Z" || stat.state === "X";
    if (!isDead && (!isKnown || due.has(pid) || marks.get(pid) !== markOf(stat)))
      read.push(readProcess(stat));
    else if (isDead && isKnown) gone.push(pid);
  }
  gone.push(...known);
  return { read, gone, trouble: null };
}

/** What a process is told by at a glance: who and where it is, and which program it runs. */
function markOf(stat: ProcStat): string {
  const { comm, ppid, pgrp, tty, tpgid, startTicks, stack } = stat;
  return [startTicks, ppid, pgrp, tty, tpgid, isStopped(stat), stack, comm].join(" ");
}

const isStopped = ({ state }: ProcStat): boolean => state === "T" || state === "t";

function readProcess(stat: ProcStat): ProcessInfo {
  const { pid } = stat;
  // Without a terminal it is no agent of a pane: helpers, servers and `-p` runs talk over pipes.
  const agent = stat.tty === null ? null : readAgent(stat);
  const isElsewhere = agent !== null && hasForeignTerminal(pid, stat.tty!) === true;
  return {
    pid,
    ppid: stat.ppid,
    startTicks: stat.startTicks,
    tty: isElsewhere ? null : stat.tty,
    ...(stat.session > 0 && { session: stat.session }),
    mark: markOf(stat),
    foreground: stat.tpgid === stat.pgrp,
    stopped: isStopped(stat),
    agent,
    tmuxSockets: stat.comm === "tmux: server" ? readSockets(pid) : null,
  };
}

function readAgent(stat: ProcStat): AgentProcess | null {
  const { pid } = stat;
  const argv = readArgv(pid);
  const found = recognize(argv, stat.comm);
  if (found === null || isFork(stat, argv) || talksToTerminal(pid) === false) return null;
  const uid = readUid(pid);
  if (uid === null) return null;
  const cwd = readCwd(pid);
  const { name, unverified, ...rest } = found;
  // Another user's environment is none of our business, even where root could read it.
  if (!isOurs(uid)) return { name, cwd, repo: null, env: {}, unverified: anothers(uid) };
  return {
    name,
    cwd,
    repo: cwd === null ? null : readRepo(cwd),
    env: readEnv(pid, [...MARKER_ENV, ...(registry.get(name)?.process.env ?? [])]),
    unverified,
    ...rest,
  };
}

/** So long may a child take from fork to exec. */
const FORK_MS = 2000;
const MS_PER_TICK = 10;

/**
 * Until it execs, a forked child of an agent carries the agent's whole command line, on its terminal and
 * in its group. It is no agent; one that stays as it is, is one.
 */
function isFork({ pid, ppid, startTicks }: ProcStat, argv: readonly string[]): boolean {
  if ((uptimeTicks() - startTicks) * MS_PER_TICK > FORK_MS) return false;
  return argv.join("\0") === readArgv(ppid).join("\0") && readExe(pid) === readExe(ppid);
}

/** None of another user's: only that it is a tmux server. */
function readSockets(pid: number): string[] {
  if (!isOurs(readUid(pid) ?? -1)) return [];
  const open = socketPaths(pid);
  if (open) return open;
  const socket = socketOfArgv(readArgv(pid), process.env);
  return socket ? [socket] : [];
}
