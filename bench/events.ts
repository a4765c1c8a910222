import type { EventJson } from "../src/core/session.ts";
import { streamEvents } from "../src/io/stream-events.ts";
import { until } from "./measure.ts";

/** A reader of the event stream, as a program of somebody's would be. */
export interface Reader {
  /** Resolves with the moment at which an event came that is so, by `performance.now()`. */
  next(isSo: (event: EventJson) => boolean, limitMs?: number): Promise<number>;
  close(): void;
}

export async function readEvents(socket: string): Promise<Reader> {
  const end = new AbortController();
  const seen: { event: EventJson; at: number }[] = [];
  let isOpen = false;
  void (async () => {
    for await (const event of streamEvents({ socket, since: null, signal: end.signal })) {
      isOpen = true;
      seen.push({ event, at: performance.now() });
    }
  })();
  await until(() => isOpen);
  return {
    async next(isSo, limitMs) {
      const find = () => seen.find(({ event }) => isSo(event));
      await until(() => find() !== undefined, limitMs);
      const { at } = find()!;
      seen.length = 0;
      return at;
    },
    close: () => end.abort(),
  };
}

/** The session that an event is about, if it is about this process. */
export function about(event: EventJson, pid: number) {
  return "session" in event && event.session?.pid === pid ? event.session : null;
}
