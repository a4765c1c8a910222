import type { Session } from "../core/session.ts";

/** Labels of those that have ended: each waits for its conversation to be resumed, in whatever process. */
export interface Labels {
  /** The ended, as they were then. */
  readonly resting: readonly Session[];
  /** The label that a row gets: its own, or the one that waits for this conversation. */
  of(before: Session | undefined, agent: string, nativeId: string | null): string | null;
  rest(ended: Session): void;
  /** It was given to somebody else. */
  take(label: string): void;
}

/** @param resting as the last daemon left them */
export function createLabels(resting: readonly Session[]): Labels {
  const waiting = new Map<string, Session>();
  const keyOf = (agent: string, nativeId: string): string => `${agent} ${nativeId}`;
  const labels: Labels = {
    get resting() {
      return [...waiting.values()];
    },
    of(before, agent, nativeId) {
      if (before && before.label !== null) return before.label;
      if (nativeId === null) return null;
      const key = keyOf(agent, nativeId);
      const label = waiting.get(key)?.label ?? null;
      waiting.delete(key);
      return label;
    },
    rest(ended) {
      const { agent, nativeId, label } = ended;
      if (label !== null && nativeId !== null) waiting.set(keyOf(agent, nativeId), ended);
    },
    take(label) {
      for (const [key, one] of waiting) if (one.label === label) waiting.delete(key);
    },
  };
  for (const row of resting) labels.rest(row);
  return labels;
}
