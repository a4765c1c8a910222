import type { Session } from "../core/session.ts";
import type { Verdict } from "./cascade.ts";
import type { Screens } from "./screens.ts";
import type { Occupant } from "./world.ts";

/** Words of hooks and logs that the screen speaks against, until it was looked at again. */
export interface Doubts {
  /** The row stays as it is for now: the next look may show that the word is old, or another tool's. */
  holds(occupant: Occupant, verdict: Verdict, before: Session | undefined, now: number): boolean;
  has(id: string): boolean;
  /** How many rows are held back. */
  held(): number;
  /** Forgets those that are gone. */
  keep(occupants: ReadonlyMap<string, Occupant>): void;
}

/** An agent draws the end of a dialog a moment after its hook has told it: so long it is looked for without a pause. */
const SOON_MS = 400;
/** A second look comes so long after the first, and after the word, whose drawing may lag behind. */
const LOOK_AGAIN_MS = 500;
const DRAWN_MS = 900;
/** No more looks after that: a pane in copy mode shows nothing new. */
const LOOK_FOR_MS = 4500;
const HOLD_MS = 1200;

/** @param later settles this session once more, in so many milliseconds */
export function createDoubts(screens: Screens, later: (id: string, ms: number) => void): Doubts {
  const doubted = new Map<string, { since: number; held: boolean }>();

  return {
    holds(occupant, { status, source, at, unsure }, before, now) {
      const { id } = occupant;
      const isSaid = source === "hook" || source === "log";
      const unseen = !before && screens.canLook(occupant) && screens.get(id) === null;
      if (!isSaid || (!unsure && !unseen)) {
        doubted.delete(id);
        return false;
      }
      const known = doubted.get(id);
      // The clock may have been put back since.
      const since = Math.min(known?.since ?? now, now);
      // A word from before we came may be hours old; and a dialog that was there may still be.
      const matters = !before || (before.status === "waiting" && status !== "waiting");
      const isOver = matters && before !== undefined;
      if (unsure && now - since < LOOK_FOR_MS) {
        const isSoon = isOver && now - since < SOON_MS;
        if (!known || isSoon) screens.lookAt(occupant, now, isOver);
        if (known) screens.lookAt(occupant, Math.max(now + LOOK_AGAIN_MS, at + DRAWN_MS));
      }
      const held = matters && now - since < HOLD_MS;
      if (held && !known?.held) later(id, HOLD_MS);
      doubted.set(id, { since, held });
      return held;
    },
    has: (id) => doubted.has(id),
    held: () => [...doubted.values()].filter(({ held }) => held).length,
    keep(occupants) {
      for (const id of doubted.keys()) if (!occupants.has(id)) doubted.delete(id);
    },
  };
}
