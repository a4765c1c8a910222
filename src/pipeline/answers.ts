import type { Attention } from "../core/session.ts";
import type { Answered } from "./row.ts";
import type { Store } from "./store.ts";
import type { Occupant } from "./world.ts";

/** Dialogs that we have answered: the last one of each session. */
export interface Answers {
  of(id: string): Answered | null;
  add(id: string, answered: Answered): void;
  /** The dialog that is open; null: none, or one that is answered and not known to be gone. */
  dialog(id: string): Attention | null;
  /** Forgets those that are gone. */
  keep(occupants: ReadonlyMap<string, Occupant>): void;
}

export function createAnswers({ rows }: Pick<Store, "rows">): Answers {
  const answers = new Map<string, Answered>();
  return {
    of: (id) => answers.get(id) ?? null,
    add: (id, answered) => void answers.set(id, answered),
    dialog(id) {
      const held = rows.get(id)?.attention ?? null;
      return held && held.since > (answers.get(id)?.pressedAt ?? 0) ? held : null;
    },
    keep(occupants) {
      for (const id of answers.keys()) if (!occupants.has(id)) answers.delete(id);
    },
  };
}
