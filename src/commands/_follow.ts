import type { EventJson } from "../core/session.ts";
import { awaitDaemon, reachDaemon } from "../io/start-daemon.ts";
import { streamEvents } from "../io/stream-events.ts";
import { callerHeaders, ourPaths } from "./_client.ts";

/** Events for as long as the caller listens: a daemon that restarts is found again, and nothing is missed. */
export async function* follow(
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<EventJson> {
  const paths = ourPaths();
  let last = since;
  let socket = await reachDaemon(paths);
  while (!signal.aborted) {
    try {
      for await (const event of streamEvents({
        socket,
        since: last,
        headers: callerHeaders(),
        signal,
      })) {
        last = event.seq;
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
