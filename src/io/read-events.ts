import { createParser } from "eventsource-parser";
import type { EventJson } from "../core/session.ts";

/** The events of an SSE body, cut anywhere, until it ends. */
export async function* readEvents(body: AsyncIterable<unknown> | null): AsyncGenerator<EventJson> {
  const queue: EventJson[] = [];
  const parser = createParser({
    onEvent: ({ data }) => void queue.push(JSON.parse(data) as EventJson),
  });
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
    yield* queue.splice(0);
  }
}
