import type { Session } from "../core/session.ts";
import type { Store } from "./store.ts";

/** What people note about a session. */
export interface Marks {
  /** Names it; null: it has no name from now on. */
  label(id: string, label: string | null): void;
  /** Somebody has looked at it. */
  seen(id: string): void;
}

export function createMarks(store: Store, now: () => number): Marks {
  const change = (id: string, fields: Partial<Session>): void => {
    const row = store.rows.get(id);
    if (row) store.apply({ set: [{ ...row, ...fields }], remove: [] }, now());
  };
  return {
    label(id, label) {
      if (label !== null) store.labels.take(label);
      change(id, { label });
    },
    seen: (id) => change(id, { unread: null }),
  };
}
