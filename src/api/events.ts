import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { eventsQuery, parseQuery } from "../core/schemas.ts";
import { parseSeq } from "../core/seq.ts";
import { readServer, type ApiContext } from "./context.ts";
import type { Frames } from "./frames.ts";

export interface EventLimits {
  heartbeatMs: number;
  /** A reader that does not read for so long is dropped. */
  dropAfterMs: number;
}

const LIMITS: EventLimits = { heartbeatMs: 15_000, dropAfterMs: 60_000 };
/** Events that go out together to a reader that lags behind. */
const BATCH = 64;

/**
 * `GET /v1/events`: SSE. Starts with a snapshot, or with what happened after `Last-Event-ID` (or `since`)
 * where the ring reaches back so far. A reader has no queue of its own but a place in the ring: one that
 * falls out of it is cut to a snapshot, and none costs more memory than what was handed to its socket.
 */
export function streamEvents(
  c: Context,
  context: ApiContext,
  frames: Frames,
  limits: Partial<EventLimits> = {},
): Response {
  const { store, counts, now } = context;
  const { heartbeatMs, dropAfterMs } = { ...LIMITS, ...limits };
  const query = parseQuery(eventsQuery, new URL(c.req.url).searchParams);
  const from = parseSeq(c.req.header("last-event-id") ?? query.since ?? "");
  const encoder = new TextEncoder();
  /** Number of the newest event that was handed over; null: a snapshot is next. */
  let last: number | null = from && from.epoch === store.epoch ? from.n : null;
  let isFirst = true;
  let beats = false;
  let stalledSince: number | null = null;
  let close = (): void => {};
  let resume = (): void => {};

  /** What this reader does not know yet, or null. */
  const next = (): string | null => {
    const missed = last === null ? null : store.since(last);
    if (missed?.length === 0) return beats ? ": still here\n\n" : null;
    const batch = missed?.slice(0, BATCH);
    counts.events += batch?.length ?? 1;
    if (!batch) {
      if (!isFirst) counts.cuts++;
      last = store.n;
      return frames.snapshot();
    }
    last = batch.at(-1)!.n;
    return batch.map(frames.event).join("");
  };

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      await context.ready(readServer(c.req.raw.headers));
      const pump = (): void => {
        while ((controller.desiredSize ?? 0) > 0) {
          stalledSince = null;
          const text = next();
          if (text === null) return;
          isFirst = beats = false;
          controller.enqueue(encoder.encode(text));
        }
        if (beats || last !== store.n) stalledSince ??= now();
      };
      resume = pump;
      counts.readers++;
      const unsubscribe = store.subscribe(pump);
      const leave = context.listen();
      const heartbeat = setInterval(() => {
        if (stalledSince !== null && now() - stalledSince >= dropAfterMs) return drop();
        beats = true;
        pump();
      }, heartbeatMs);
      close = () => {
        close = resume = () => {};
        clearInterval(heartbeat);
        unsubscribe();
        leave();
        counts.readers--;
        try {
          controller.close();
        } catch {
          // The reader has cancelled already.
        }
      };
      c.req.raw.signal.addEventListener("abort", () => close());
      // It may have left before we were ready.
      if (c.req.raw.signal.aborted) close();
      else pump();
    },
    pull: () => resume(),
    cancel: () => close(),
  });
  const drop = (): void => {
    counts.dropped++;
    close();
    // What it was sent and has not read goes with its socket.
    (c.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy();
  };
  return c.body(stream, 200, { "content-type": "text/event-stream", "cache-control": "no-store" });
}
