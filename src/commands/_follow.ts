import type { EventJson } from "../core/session.ts";
import { reachDaemon } from "../io/start-daemon.ts";
import { streamEvents } from "../io/stream-events.ts";
import { callerHeaders, ourPaths } from "./_client.ts";

const RETRY_MS = 250;

/** Events for as long as the caller listens: a daemon that restarts is found again, and nothing is missed. */
export async function* follow(
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<EventJson> {
  const paths = ourPaths();
  let last = since;
  while (!signal.aborted) {
    const socket = await reachDaemon(paths);
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
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
