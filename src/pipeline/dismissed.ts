import { isSameText } from "../core/same-text.ts";
import type { Session } from "../core/session.ts";
import type { Verdict } from "./cascade.ts";
import type { Store } from "./store.ts";
import type { Occupant } from "./world.ts";

/** Rows that a person has taken away: each stays away while nothing about it changes that matters. */
export interface Dismissed {
  add(session: Session, now: number): void;
  /** Whether its row stays away. One that has changed is forgotten, and comes back for good. */
  hides(id: string, verdict: Pick<Verdict, "status" | "ask">): boolean;
  /** Forgets those that are gone. */
  keep(occupants: ReadonlyMap<string, Occupant>): void;
}

export function createDismissed(store: Pick<Store, "apply" | "labels">): Dismissed {
  const was = new Map<string, Pick<Session, "status" | "attention">>();
  return {
    add(session, now) {
      const { id, status, attention } = session;
      was.set(id, { status, attention });
      store.labels.rest(session);
      store.apply({ set: [], remove: [id] }, now);
    },
    hides(id, { status, ask }) {
      const then = was.get(id);
      if (!then) return false;
      const asked = then.attention?.text ?? null;
      // Another dialog needs a person anew; one whose text was only not known yet does not.
      const isSame =
        status === then.status &&
        (status !== "waiting" || asked === null || isSameText(asked, ask?.text ?? null));
      if (!isSame) was.delete(id);
      return isSame;
    },
    keep(occupants) {
      for (const id of was.keys()) if (!occupants.has(id)) was.delete(id);
    },
  };
}
