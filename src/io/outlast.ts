import { setTimeout as sleep } from "node:timers/promises";
import type { FailureCode } from "../core/errors.ts";

/** What may take long, asked of a daemon that may be started anew meanwhile. */
export interface Lasting<T> {
  /** Epoch milliseconds. */
  deadline: number;
  /** One request, for so long at most; null: it was broken off. */
  ask(leftMs: number): Promise<T | null>;
  /** How it ended while nobody was asked, as the feed tells; null: it has not. */
  meanwhile(): Promise<T | null>;
  /** At the deadline. */
  late(): T;
}

/** How the daemon is reached. */
export interface Line {
  get<T>(path: string, timeoutMs?: number): Promise<T>;
  /** It is not there: starts one, if that is wanted. */
  revive?(): Promise<void>;
  signal?: AbortSignal;
}

/** The answer's own way home, beyond what was asked for. */
export const SLACK_MS = 5000;
/** What has been is told at once. */
export const FEED_MS = 10_000;
/** A daemon that was stopped on purpose is waited for so long; an upgrade takes seconds. */
const AWAY_MS = 30_000;
const POLL_MS = 250;
/** Many may wait when a daemon dies: they do not all start one at once. */
const SPREAD_MS = 1000;

/**
 * Asks, and asks again where the daemon ended before it had answered.
 * @throws AppError; E_DAEMON_DOWN when none comes again
 */
export async function outlast<T>(
  { deadline, ask, meanwhile, late }: Lasting<T>,
  { revive, signal }: Omit<Line, "get">,
): Promise<T> {
  let isBroken = false;
  /** Another daemon may be there by now. */
  let isOther = false;
  let awaySince: number | null = null;
  for (;;) {
    try {
      // Asking is about what will be: what has been comes first.
      const told = isBroken ? await meanwhile().catch(ifNotKept) : null;
      if (told !== null) return told;
      awaySince = null;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return late();
      const answer = await ask(Math.round(leftMs));
      if (answer !== null) return answer;
      isOther = true;
    } catch (error) {
      const now = Date.now();
      const { code } = error as { code?: FailureCode };
      const isAway = code === "E_DAEMON_DOWN";
      isOther ||= isAway;
      // Not found: the new daemon has not found it again yet, or it has ended since, as the feed tells.
      if (!isAway && (code !== "E_NOT_FOUND" || (isBroken && !isOther))) throw error;
      if (now >= deadline) return late();
      const pauseMs = isAway && awaySince === null ? Math.random() * SPREAD_MS : POLL_MS;
      awaySince = isAway ? (awaySince ?? now) : null;
      if (awaySince !== null && now - awaySince >= AWAY_MS) throw error;
      await sleep(Math.min(pauseMs, deadline - now), undefined, { signal }).catch(() => {});
      signal?.throwIfAborted();
      if (isAway) await revive?.();
    }
    isBroken = true;
  }
}

/** A feed that can't be read tells nothing. */
function ifNotKept(error: unknown): null {
  if ((error as { code?: FailureCode }).code !== "E_UNAVAILABLE") throw error;
  return null;
}
