import { spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { clean } from "../core/clean.ts";
import { AppError } from "../core/errors.ts";
import { resolvePort, type Paths } from "../core/paths.ts";
import { request } from "./client.ts";
import { noteCrash, readCrashes, restUntil } from "./crashes.ts";
import { makePrivate } from "./folders.ts";
import { readLock, readStaleLock } from "./lock-file.ts";
import { readStat } from "./proc.ts";

const ENTRY = fileURLToPath(new URL("../../bin/entry.mjs", import.meta.url));
/** A daemon lives for weeks: room for young objects is worth less to it than to a short program. */
export const DAEMON_FLAGS = ["--max-semi-space-size=1"];
/** For its `malloc` (glibc's): a dozen threads share one arena, instead of keeping up to eight of their own. */
export const DAEMON_ENV = { MALLOC_ARENA_MAX: "1" };
/** For one that is there, or that somebody else starts. */
const ANSWER_MS = 15_000;
/** For one that we start and that has not ended: on a machine that does much else it takes its time. */
const START_MS = 60_000;
const POLL_MS = 25;
const WAIT_MS = 250;
/** A caller's terminal, and whatever would change how our Node runs, is none of the daemon's business. */
const NOT_INHERITED =
  /^(TMUX|TMUX_PANE|NODE_OPTIONS|NODE_CHANNEL_FD|NODE_V8_COVERAGE|VITEST.*|npm_.*|INIT_CWD)$/;

/** Whoever starts at the same time and loses has ended before the winner can tell its name. */
const LOSER_MS = 2000;

export interface Reach {
  /** False: somebody else starts it, only wait. @default true */
  start?: boolean;
  /** Whether one that keeps ending by itself is left alone for a while; false: it was asked for. @default true */
  rests?: boolean;
}

/**
 * Finds the daemon's socket, or starts a daemon and waits until it answers.
 * @returns the path of a socket that answers
 * @throws AppError E_DAEMON_DOWN
 */
export async function reachDaemon(paths: Paths, { start = true, rests = true }: Reach = {}) {
  let started: Started | null = null;
  const begun = Date.now();
  const limitMs = (): number => (started ? START_MS : ANSWER_MS);
  for (; Date.now() - begun < limitMs(); await sleep(POLL_MS)) {
    const holder = readLock(paths.lock);
    if (holder && isStopped(holder.pid)) throw stopped(holder.pid);
    // Started with another runtime directory (cron, ssh, sudo): the lock names its socket.
    const socket = holder?.socket ?? paths.socket;
    if (await answers(socket)) return socket;
    if (holder || !start) continue;
    if (!started) {
      if (rests) checkRest(paths);
      resolvePort(process.env); // What would end it at once is said here, and not in its log.
      started = spawnDaemon(paths);
    } else if (started.endedAt !== null && Date.now() - started.endedAt > LOSER_MS) {
      throw endedAtOnce(paths, started);
    }
  }
  const hint = `See ${paths.log}, or run \`ccmux daemon run\` to watch it start.`;
  throw new AppError(
    "E_DAEMON_DOWN",
    `The daemon did not start within ${limitMs() / 1000} s.`,
    hint,
  );
}

/** One that left its lock behind did not end on purpose. */
function checkRest({ lock, crashes, log }: Paths): void {
  const now = Date.now();
  const stale = readStaleLock(lock);
  if (stale) noteCrash(crashes, { who: String(stale.pid), at: now });
  const all = readCrashes(crashes);
  const restMs = restUntil(all, now) - now;
  if (restMs <= 0) return;
  throw new AppError(
    "E_DAEMON_DOWN",
    `The daemon ended by itself ${all.length} times lately: none is started for ${Math.ceil(restMs / 1000)} s.`,
    `See ${log}, or try at once with \`ccmux daemon start\`.`,
  );
}

function endedAtOnce({ log, crashes }: Paths, { pid, code, logSize }: Started): AppError {
  noteCrash(crashes, { who: String(pid), at: Date.now() });
  const said = clean(readFrom(log, logSize)).replace(/^ccmux: /, "");
  const why = said === "" ? `exit code ${code}.` : said.replace(/[^.!?]$/, "$&.");
  const hint = `See ${log}, or run \`ccmux daemon run\` to watch it start.`;
  return new AppError("E_DAEMON_DOWN", `The daemon ended as soon as it was started: ${why}`, hint);
}

/** Waits for a daemon that somebody else starts, for as long as it takes. */
export async function awaitDaemon(paths: Paths, signal: AbortSignal): Promise<string> {
  for (; !signal.aborted; await sleep(WAIT_MS)) {
    const socket = readLock(paths.lock)?.socket ?? paths.socket;
    if (await answers(socket)) return socket;
  }
  return paths.socket;
}

interface Started {
  pid: number | undefined;
  code: number | null;
  endedAt: number | null;
  /** Bytes of the log before it wrote its first. */
  logSize: number;
}

/** Detached for good: a session of its own, no terminal, no folder held, none of the caller's pane. */
function spawnDaemon(paths: Paths): Started {
  makePrivate(paths.state);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)),
  );
  const log = openSync(paths.log, "a", 0o600);
  const { size: logSize } = fstatSync(log);
  const child = spawn(process.execPath, [...DAEMON_FLAGS, ENTRY, "daemon", "run"], {
    cwd: "/",
    env: { ...env, ...DAEMON_ENV },
    detached: true,
    stdio: ["ignore", log, log],
  });
  const started: Started = { pid: child.pid, code: null, endedAt: null, logSize };
  child.on("error", () => {}); // Then nobody will answer, and the caller says so.
  child.on("exit", (code) => Object.assign(started, { code, endedAt: Date.now() }));
  child.unref();
  closeSync(log);
  return started;
}

/** What a start wrote that failed: its message, and not much more. */
function readFrom(path: string, at: number): string {
  const buffer = Buffer.alloc(600);
  try {
    const file = openSync(path, "r");
    const bytes = readSync(file, buffer, 0, buffer.length, at);
    closeSync(file);
    return buffer.toString("utf8", 0, bytes);
  } catch {
    return "";
  }
}

export function isStopped(pid: number): boolean {
  return readStat(pid)?.state === "T";
}

export function stopped(pid: number): AppError {
  return new AppError(
    "E_DAEMON_DOWN",
    `The daemon (pid ${pid}) is stopped by a signal and can't answer.`,
    `Let it go on with \`kill -CONT ${pid}\`.`,
  );
}

async function answers(socket: string): Promise<boolean> {
  try {
    await request(socket, { path: "/v1/health", timeoutMs: 2000 });
    return true;
  } catch {
    return false;
  }
}
