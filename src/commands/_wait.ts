import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { FeedAnswer, WaitAnswer } from "../core/answers.ts";
import { request } from "../io/client.ts";
import { readLock } from "../io/lock-file.ts";
import { ask, callerHeaders, ourPaths, query } from "./_client.ts";
import { readFeed } from "./_feed.ts";

export interface WaitOptions {
  refs: readonly string[];
  /** As for `--until`: one or several, with commas. */
  until: string;
  kind: string | undefined;
  background: boolean | undefined;
  any: boolean | undefined;
  timeoutMs: number;
  stableMs: number;
}

/** The answer's own way home. */
const SLACK_MS = 5000;
/** A daemon that was stopped on purpose is waited for so long; an upgrade takes seconds. */
const AWAY_MS = 30_000;
const POLL_MS = 250;
/** Many may wait when a daemon dies: they do not all start one at once. */
const SPREAD_MS = 1000;

/**
 * Waits on the daemon, and goes on where it was when that is restarted: for the same sessions, whatever the
 * references would name by then, and not longer than was said at first.
 * @throws AppError; E_DAEMON_DOWN when no daemon comes again
 */
export async function waitOn(options: WaitOptions): Promise<WaitAnswer> {
  const { refs, timeoutMs, ...condition } = options;
  const deadline = Date.now() + timeoutMs;
  const pathFor = (ref: readonly string[], ms: number): string =>
    `/v1/wait${query({ ref, ...condition, timeoutMs: Math.max(0, Math.round(ms)) })}`;

  // Says who is meant; and mostly all there is to say.
  const first = await ask<WaitAnswer>({ path: pathFor(refs, 0) });
  if (first.outcome !== "timeout" || timeoutMs === 0) return first;
  const history = createHistory(first, options);
  for (;;) {
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) return history.end("timeout");
    try {
      const answer = await get<WaitAnswer>(pathFor(history.left(), leftMs), leftMs + SLACK_MS);
      if (answer.outcome !== "aborted") return history.join(answer);
    } catch (error) {
      const { code } = error as { code?: string };
      // Not found: the new daemon has not found it again yet.
      if (code !== "E_DAEMON_DOWN" && code !== "E_NOT_FOUND") throw error;
      await (code === "E_NOT_FOUND" ? sleep(POLL_MS) : comeBack(deadline, error));
    }
    const outcome = await history.read().catch(() => null);
    if (outcome) return outcome;
  }
}

/** What happened to those that are waited for while nobody listened, as the feed tells. */
function createHistory(first: WaitAnswer, { until, any }: WaitOptions) {
  const ids = first.sessions.map(({ id }) => id);
  const gone = new Set<string>();
  const changed = new Set<string>();
  let seq = first.seq;
  const wanted = until.split(",");
  const isMet = (id: string): boolean =>
    gone.has(id) ? wanted.includes("gone") : changed.has(id) && wanted.includes("change");
  const left = (): string[] => ids.filter((id) => !gone.has(id) && !isMet(id));
  const join = (answer: Pick<WaitAnswer, "outcome" | "sessions" | "met" | "gone">): WaitAnswer => {
    const now = new Map(answer.sessions.map((session) => [session.id, session]));
    return {
      seq,
      outcome: answer.outcome,
      sessions: first.sessions.map((session) => now.get(session.id) ?? session),
      met: ids.filter((id) => isMet(id) || answer.met.includes(id)),
      gone: [...gone, ...answer.gone],
    };
  };
  const end = (outcome: WaitAnswer["outcome"]): WaitAnswer =>
    join({ outcome, sessions: [], met: [], gone: [] });
  return {
    left,
    join,
    end,
    async read(): Promise<WaitAnswer | null> {
      const filters = { type: "created,updated,removed" };
      for await (const event of readFeed((path) => get<FeedAnswer>(path), filters, {
        since: seq,
      })) {
        seq = event.seq;
        const { id } = event.session ?? {};
        if (id === undefined || !ids.includes(id)) continue;
        if (event.type === "removed" && !event.dismissed) gone.add(id);
        else gone.delete(id);
        if (event.changed?.some((one) => one === "status" || one === "attention")) changed.add(id);
      }
      const met = ids.filter(isMet).length;
      const lost = ids.length - met - left().length;
      if (any ? met > 0 : met === ids.length) return end("met");
      return (any ? lost === ids.length : lost > 0) ? end("gone") : null;
    },
  };
}

async function get<T>(path: string, timeoutMs = 10_000): Promise<T> {
  const paths = ourPaths();
  const socket = readLock(paths.lock)?.socket ?? paths.socket;
  return JSON.parse(await request(socket, { path, headers: callerHeaders(), timeoutMs })) as T;
}

/** Waits for a daemon. One that died has left its lock, and is followed by one that we start; one that was stopped is not. */
async function comeBack(deadline: number, error: unknown): Promise<void> {
  const paths = ourPaths();
  const until = Math.min(deadline, Date.now() + AWAY_MS);
  await sleep(Math.min(Math.random() * SPREAD_MS, until - Date.now()));
  while (Date.now() < until) {
    if (readLock(paths.lock)) return;
    if (existsSync(paths.lock)) {
      const { reachDaemon } = await import("../io/start-daemon.ts");
      // On a busy machine it may take longer, and is there at the next look.
      await reachDaemon(paths).catch(() => {});
    }
    await sleep(POLL_MS);
  }
  if (Date.now() < deadline) throw error;
}
