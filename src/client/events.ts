import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../core/errors.ts";
import type { EventJson } from "../core/session.ts";
import { readEvents } from "../io/read-events.ts";
import type { Door } from "./door.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/**
 * Events for as long as the reader listens. When the daemon ends, the next one is waited for and the stream
 * goes on where it was, by seq; what cannot be gone on with begins with a snapshot.
 * @throws AppError when the first connection fails, or the daemon refuses
 */
export async function* followEvents(
  door: Door,
  since: string | null,
  signal: AbortSignal,
): AsyncGenerator<EventJson> {
  let last = since;
  let wasOpen = false;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const headers = last === null ? {} : { "last-event-id": last };
      const { body } = await door.ask("/v1/events", { headers, signal });
      wasOpen = true;
      for await (const event of readEvents(body)) {
        pauseMs = FIRST_PAUSE_MS;
        last = event.seq;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      // What is cut off in mid-body is no error of ours to tell; what is refused is.
      if (error instanceof AppError && !(wasOpen && error.code === "E_DAEMON_DOWN")) throw error;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
