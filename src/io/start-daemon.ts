import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AppError } from "../core/errors.ts";
import { resolvePort, type Paths } from "../core/paths.ts";
import { request } from "./client.ts";
import { makePrivate } from "./folders.ts";
import { readLock } from "./lock-file.ts";
import { readStat } from "./proc.ts";

const ENTRY = fileURLToPath(new URL("../../bin/entry.mjs", import.meta.url));
/** A daemon lives for weeks: room for young objects is worth less to it than to a short program. */
export const DAEMON_FLAGS = ["--max-semi-space-size=2"];
const START_MS = 15_000;
const POLL_MS = 25;
const WAIT_MS = 250;
/** A caller's terminal, and whatever would change how our Node runs, is none of the daemon's business. */
const NOT_INHERITED =
  /^(TMUX|TMUX_PANE|NODE_OPTIONS|NODE_CHANNEL_FD|NODE_V8_COVERAGE|VITEST.*|npm_.*|INIT_CWD)$/;

/**
 * Finds the daemon's socket, or starts a daemon and waits until it answers.
 * @param start false: somebody else starts it, only wait
 * @returns the path of a socket that answers
 * @throws AppError E_DAEMON_DOWN
 */
export async function reachDaemon(paths: Paths, { start = true } = {}): Promise<string> {
  let started = !start;
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(POLL_MS)) {
    const holder = readLock(paths.lock);
    if (holder && isStopped(holder.pid)) throw stopped(holder.pid);
    // Started with another runtime directory (cron, ssh, sudo): the lock names its socket.
    const socket = holder?.socket ?? paths.socket;
    if (await answers(socket)) return socket;
    if (holder || started) continue;
    started = true;
    resolvePort(process.env); // What would end it at once is said here, and not in its log.
    spawnDaemon(paths);
  }
  const hint = `See ${paths.log}, or run \`ccmux daemon run\` to watch it start.`;
  throw new AppError(
    "E_DAEMON_DOWN",
    `The daemon did not start within ${START_MS / 1000} s.`,
    hint,
  );
}

/** Waits for a daemon that somebody else starts, for as long as it takes. */
export async function awaitDaemon(paths: Paths, signal: AbortSignal): Promise<string> {
  for (; !signal.aborted; await sleep(WAIT_MS)) {
    const socket = readLock(paths.lock)?.socket ?? paths.socket;
    if (await answers(socket)) return socket;
  }
  return paths.socket;
}

/** Detached for good: a session of its own, no terminal, no folder held, none of the caller's pane. */
function spawnDaemon(paths: Paths): void {
  makePrivate(paths.state);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)),
  );
  const log = openSync(paths.log, "a", 0o600);
  const child = spawn(process.execPath, [...DAEMON_FLAGS, ENTRY, "daemon", "run"], {
    cwd: "/",
    env,
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.on("error", () => {}); // Then nobody will answer, and the caller says so.
  child.unref();
  closeSync(log);
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
