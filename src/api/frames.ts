import { toEventJson } from "../core/event.ts";
import { formatSeq } from "../core/seq.ts";
import { compareSessions, iso, toJson, type EventJson } from "../core/session.ts";
import type { ApiContext } from "./context.ts";

type StoredEvent = NonNullable<ReturnType<ApiContext["store"]["since"]>>[number];

/** What readers of the event stream are sent, each made once for all of them. */
export interface Frames {
  event(event: StoredEvent): string;
  /** All there is now. */
  snapshot(): string;
}

export function createFrames({ store, now }: Pick<ApiContext, "store" | "now">): Frames {
  const frames = new WeakMap<StoredEvent, string>();
  let last: { seq: string; health: unknown; text: string } | null = null;
  return {
    event(event) {
      const text =
        frames.get(event) ?? frame({ seq: formatSeq(store.epoch, event.n), ...toEventJson(event) });
      frames.set(event, text);
      return text;
    },
    snapshot() {
      const [seq, health] = [formatSeq(store.epoch, store.n), store.health];
      if (last?.seq !== seq || last.health !== health) {
        const sessions = [...store.rows.values()].toSorted(compareSessions).map(toJson);
        const text = frame({ seq, at: iso(now()), type: "snapshot", sessions, health });
        last = { seq, health, text };
      }
      return last.text;
    },
  };
}

function frame(event: EventJson): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
