import type { FeedAnswer, WaitAnswer } from "../core/answers.ts";
import type { FeedEventJson } from "../core/feed.ts";
import { query } from "../core/request-path.ts";
import { FEED_MS, outlast, SLACK_MS, type Line } from "./outlast.ts";
import { readFeed } from "./read-feed.ts";

export interface WaitOptions {
  refs: readonly string[];
  /** One or several, with commas. */
  until: string;
  kind?: string | undefined;
  background?: boolean | undefined;
  any?: boolean | undefined;
  timeoutMs: number;
  stableMs?: number | undefined;
}

/**
 * Waits on the daemon, and goes on where it was when that is restarted: for the same sessions, whatever the
 * references would name by then, and not longer than was said at first.
 * @param first asks for the first time
 * @throws AppError; E_DAEMON_DOWN when no daemon comes again
 */
export async function waitOn(
  { refs, timeoutMs, ...condition }: WaitOptions,
  first: (path: string) => Promise<WaitAnswer>,
  line: Line,
): Promise<WaitAnswer> {
  const pathFor = (ref: readonly string[], ms: number): string =>
    `/v1/wait${query({ ref, ...condition, timeoutMs: ms })}`;
  const deadline = Date.now() + timeoutMs;
  // Says who is meant; and mostly all there is to say.
  const begun = await first(pathFor(refs, Math.min(0, timeoutMs)));
  if (begun.outcome !== "timeout" || timeoutMs === 0) return begun;
  const history = createHistory(begun, condition);
  return outlast(
    {
      deadline,
      async ask(leftMs) {
        const path = pathFor(history.left(), leftMs);
        const answer = await line.get<WaitAnswer>(path, leftMs + SLACK_MS);
        return answer.outcome === "aborted" ? null : history.join(answer);
      },
      async meanwhile() {
        const get = (path: string) => line.get<FeedAnswer>(path, FEED_MS);
        const range = { since: history.seq };
        for await (const event of readFeed(get, { type: "created,updated,removed" }, range))
          history.take(event);
        return history.ended();
      },
      late: () => history.end("timeout"),
    },
    line,
  );
}

/** What happened to those that are waited for while nobody listened. */
function createHistory(first: WaitAnswer, { until, any }: Pick<WaitOptions, "until" | "any">) {
  const ids = first.sessions.map(({ id }) => id);
  const gone = new Set<string>();
  const changed = new Set<string>();
  const wanted = until.split(",");
  let { seq } = first;
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
    get seq() {
      return seq;
    },
    left,
    join,
    end,
    take({ seq: at, type, session, changed: what, dismissed }: FeedEventJson): void {
      seq = at;
      if (!session || !ids.includes(session.id)) return;
      if (type !== "removed") gone.delete(session.id);
      else if (!dismissed) gone.add(session.id);
      if (what?.some((one) => one === "status" || one === "attention")) changed.add(session.id);
    },
    /** Null: there is somebody to wait for. */
    ended(): WaitAnswer | null {
      const met = ids.filter(isMet).length;
      const lost = ids.length - met - left().length;
      if (any ? met > 0 : met === ids.length) return end("met");
      return (any ? lost === ids.length : lost > 0) ? end("gone") : null;
    },
  };
}
