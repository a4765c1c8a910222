import type { FeedAnswer } from "../core/answers.ts";
import type { FeedEventJson } from "../core/feed.ts";
import { parseSeq } from "../core/seq.ts";
import { request } from "../io/client.ts";
import { readFeed, type FeedRange } from "../io/read-feed.ts";
import { awaitDaemon, reachDaemon } from "../io/start-daemon.ts";
import { streamEvents } from "../io/stream-events.ts";
import { callerHeaders, ourPaths } from "./_client.ts";
import { sayIncomplete } from "./_output.ts";

/**
 * Events for as long as the caller listens: a daemon that restarts is found again, and nothing is missed or
 * told twice. Where the stream can't go on event by event it begins with a snapshot: what the feed has up to
 * there comes before it.
 * @param from what of the past comes first; null: nothing
 */
export async function* follow(
  from: Omit<FeedRange, "upTo"> | null,
  signal: AbortSignal,
): AsyncGenerator<FeedEventJson> {
  const paths = ourPaths();
  const headers = callerHeaders();
  let past = from;
  let socket = await reachDaemon(paths);
  const get = async (path: string): Promise<FeedAnswer> =>
    JSON.parse(await request(socket, { path, headers })) as FeedAnswer;
  while (!signal.aborted) {
    try {
      const since = past?.limit === undefined && parseSeq(past?.since ?? "") ? past!.since! : null;
      for await (const event of streamEvents({ socket, since, headers, signal })) {
        if (event.type === "snapshot" && past !== null) {
          for await (const kept of readFeed(get, {}, { ...past, upTo: event.seq }, sayIncomplete)) {
            past = { since: kept.seq };
            yield kept;
          }
        }
        past = { since: event.seq };
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if ((error as { code?: string }).code !== "E_DAEMON_DOWN") throw error;
    }
    // One that was stopped on purpose stays stopped: we wait for the next.
    socket = await awaitDaemon(paths, signal);
  }
}
