import { request, type ClientRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventJson, SessionJson } from "../../src/core/session.ts";

/** One who listens to `/v1/events` all the time, and comes back with the last `id:` when it is cut off. */
export interface Reader {
  /** What it would show: the rows as the events have made them. */
  readonly rows: ReadonlyMap<string, SessionJson>;
  /** Every event since the last `forget`. */
  readonly events: readonly EventJson[];
  /** Numbers that came twice, backwards or with a gap within one connection. */
  readonly broken: readonly string[];
  /** Times that it had to begin with a snapshot, after the first. */
  readonly cuts: number;
  forget(): void;
  close(): void;
}

export function createReader(socketPath: string): Reader {
  const rows = new Map<string, SessionJson>();
  let events: EventJson[] = [];
  const broken: string[] = [];
  let [last, cuts, closed] = ["", -1, false];
  let current: ClientRequest | null = null;

  const take = (event: EventJson): void => {
    events.push(event);
    if (event.type === "snapshot") {
      cuts++;
      rows.clear();
      for (const session of event.sessions ?? []) rows.set(session.id, session);
    } else {
      const [, before] = last.split("-");
      const [, now] = event.seq.split("-");
      // After a snapshot or on one connection nothing is left out; numbers of a crash are.
      if (Number(now) <= Number(before)) broken.push(`${event.seq} after ${last}`);
    }
    last = event.seq;
    if (event.session && event.type === "removed") rows.delete(event.session.id);
    else if (event.session) rows.set(event.session.id, event.session);
  };

  const listen = (): Promise<void> =>
    new Promise((resolve) => {
      const headers = last ? { "last-event-id": last } : {};
      let text = "";
      current = request({ socketPath, path: "/v1/events", headers }, (response) => {
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
          const frames = text.split("\n\n");
          text = frames.pop()!;
          for (const frame of frames) {
            const data = /^data: (.*)$/m.exec(frame)?.[1];
            if (data !== undefined) take(JSON.parse(data) as EventJson);
          }
        });
        response.on("error", () => {});
        response.on("close", resolve);
      });
      current.on("error", () => resolve());
      current.on("close", () => resolve());
      current.end();
    });

  void (async () => {
    for (; !closed; await sleep(100)) await listen();
  })();
  return {
    rows,
    broken,
    get events() {
      return events;
    },
    get cuts() {
      return cuts;
    },
    forget() {
      events = [];
      broken.length = 0;
      cuts = 0;
    },
    close() {
      closed = true;
      current?.destroy();
    },
  };
}
