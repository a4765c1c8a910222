import type { FeedAnswer } from "../core/answers.ts";
import type { FeedEventJson } from "../core/feed.ts";
import { parseSeq } from "../core/seq.ts";
import { query } from "../core/request-path.ts";

export interface FeedFilters {
  session?: string | undefined;
  agent?: string | undefined;
  type?: string | undefined;
}

export interface FeedRange {
  /** A seq or a moment; absent: the newest. */
  since?: string | undefined;
  /** At most so many. @default all */
  limit?: number | undefined;
  /** Up to this seq, with it. */
  upTo?: string;
}

/** The most that the daemon gives at once. */
export const PAGE = 1000;

/**
 * What the daemon keeps, page by page, oldest first.
 * @param get asks the daemon
 * @param onIncomplete hears that some of it is no longer kept
 */
export async function* readFeed(
  get: (path: string) => Promise<FeedAnswer>,
  filters: FeedFilters,
  { since, limit = since === undefined ? PAGE : Infinity, upTo }: FeedRange,
  onIncomplete: () => void = () => {},
): AsyncGenerator<FeedEventJson> {
  const last = parseSeq(upTo ?? "")?.n ?? Infinity;
  let left = limit;
  let from = since;
  while (left > 0) {
    const { events, more, complete } = await get(
      `/v1/feed${query({ ...filters, since: from, limit: Math.min(left, PAGE) })}`,
    );
    if (!complete) onIncomplete();
    for (const event of events) {
      if (parseSeq(event.seq)!.n > last) return;
      yield event;
    }
    left -= events.length;
    if (!more || since === undefined) return;
    from = events.at(-1)!.seq;
  }
}
