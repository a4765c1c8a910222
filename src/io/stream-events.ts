import { Agent, fetch } from "undici";
import type { EventJson } from "../core/session.ts";
import { AppError } from "../core/errors.ts";
import { checkOwner } from "./owner.ts";
import { readEvents } from "./read-events.ts";

export interface EventStream {
  /** The daemon's Unix socket. */
  socket: string;
  /** Go on after this seq; null: begin with a snapshot. */
  since: string | null;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * One connection to `GET /v1/events`, until it ends. Who wants more connects again with the last seq.
 * @throws AppError E_DAEMON_DOWN when nobody answers
 */
export async function* streamEvents({
  socket,
  since,
  headers,
  signal,
}: EventStream): AsyncGenerator<EventJson> {
  const foreign = checkOwner(socket);
  if (foreign) throw foreign;
  // undici gives up on a silent body after 300 s: our heartbeat is for dead peers, not for it.
  const dispatcher = new Agent({
    connect: { socketPath: socket },
    bodyTimeout: 0,
    headersTimeout: 10_000,
  });
  try {
    const response = await fetch("http://localhost/v1/events", {
      dispatcher,
      signal,
      headers: { ...headers, ...(since !== null && { "last-event-id": since }) },
    });
    yield* readEvents(response.body);
  } catch (error) {
    if (signal.aborted) return;
    throw new AppError(
      "E_DAEMON_DOWN",
      "The event stream ended.",
      "Run `ccmux daemon status`.",
      error,
    );
  } finally {
    void dispatcher.close().catch(() => {});
  }
}
