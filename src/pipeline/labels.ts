import type { Session } from "../core/session.ts";

/** Labels of those that have ended: each waits for its conversation to be resumed, in whatever process. */
export interface Labels {
  /** The label that a row gets: its own, or the one that waits for this conversation. */
  of(before: Session | undefined, agent: string, nativeId: string | null): string | null;
  rest(ended: Session): void;
  /** It was given to somebody else. */
  take(label: string): void;
}

/** @param resting as the last daemon left them */
export function createLabels(resting: readonly Session[]): Labels {
  const waiting = new Map<string, string>();
  const keyOf = (agent: string, nativeId: string): string => `${agent} ${nativeId}`;
  const labels: Labels = {
    of(before, agent, nativeId) {
      if (before && before.label !== null) return before.label;
      if (nativeId === null) return null;
      const key = keyOf(agent, nativeId);
      const label = waiting.get(key) ?? null;
      waiting.delete(key);
      return label;
    },
    rest({ agent, nativeId, label }) {
      if (label !== null && nativeId !== null) waiting.set(keyOf(agent, nativeId), label);
    },
    take(label) {
      for (const [key, one] of waiting) if (one === label) waiting.delete(key);
    },
  };
  for (const row of resting) labels.rest(row);
  return labels;
}
