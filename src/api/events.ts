import type { Context } from "hono";
import { eventsQuery, parseQuery } from "../core/schemas.ts";
import { parseSeq } from "../core/seq.ts";
import { compareSessions, iso, toJson, type EventJson } from "../core/session.ts";
import type { StoreEvent } from "../pipeline/store.ts";
import { readServer, type ApiContext } from "./context.ts";

const HEARTBEAT_MS = 15_000;
/** Frames a reader may lag behind before it is cut to a snapshot. */
const MAX_QUEUED = 1000;
/** A reader that still does not read is dropped. */
const DROP_AFTER_MS = 60_000;

/**
 * `GET /v1/events`: SSE. Starts with a snapshot, or with what happened after `Last-Event-ID` (or `since`)
 * where the ring reaches back so far. A slow reader has a bounded queue and holds up nobody.
 */
export function streamEvents(c: Context, context: ApiContext): Response {
  const { store } = context;
  const query = parseQuery(eventsQuery, new URL(c.req.url).searchParams);
  const from = parseSeq(c.req.header("last-event-id") ?? query.since ?? "");
  const encoder = new TextEncoder();
  let queue: string[] = [];
  let cut = false;
  let stalledSince: number | null = null;
  let close = (): void => {};
  let resume = (): void => {};

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      await context.ready(readServer(c.req.raw.headers));
      const pump = (): void => {
        while (queue.length > 0 && (controller.desiredSize ?? 0) > 0) {
          controller.enqueue(encoder.encode(queue.shift()!));
          stalledSince = null;
        }
        if (queue.length > 0) stalledSince ??= context.now();
        else if (cut) {
          cut = false;
          queue.push(frame(snapshot(context)));
          pump();
        }
      };
      resume = pump;
      // Registration and snapshot are one step: nothing can happen between them.
      const missed = from && from.epoch === store.epoch ? store.since(from.n) : null;
      queue = missed
        ? missed.map((event) => frame(toEvent(event, store.epoch)))
        : [frame(snapshot(context))];
      const unsubscribe = store.subscribe((events) => {
        if (cut) return;
        for (const event of events) queue.push(frame(toEvent(event, store.epoch)));
        if (queue.length > MAX_QUEUED) {
          queue = [];
          cut = true;
        }
        pump();
      });
      const leave = context.listen();
      const heartbeat = setInterval(() => {
        if (stalledSince !== null && context.now() - stalledSince > DROP_AFTER_MS) return close();
        if (queue.length === 0) queue.push(": still here\n\n");
        pump();
      }, HEARTBEAT_MS);
      close = () => {
        clearInterval(heartbeat);
        unsubscribe();
        leave();
        close = () => {};
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
  return c.body(stream, 200, { "content-type": "text/event-stream", "cache-control": "no-store" });
}

function snapshot({ store, now }: ApiContext): EventJson {
  const sessions = [...store.rows.values()].toSorted(compareSessions).map(toJson);
  return {
    seq: `${store.epoch}-${store.n}`,
    at: iso(now()),
    type: "snapshot",
    sessions,
    health: store.health,
  };
}

function toEvent({ n, at, type, session, from, health }: StoreEvent, epoch: string): EventJson {
  return {
    seq: `${epoch}-${n}`,
    at: iso(at),
    type,
    ...(session && { session: toJson(session) }),
    ...(from && { from }),
    ...(health && { health }),
  };
}

function frame(event: EventJson): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
