import type { Session } from "./session.ts";
import type { AttentionKind } from "./types.ts";

export const UNTIL = ["idle", "waiting", "attention", "working", "gone", "change"] as const;
export type Until = (typeof UNTIL)[number];

export interface WaitCondition {
  until: Until;
  /** With `waiting` and `attention`: only this kind. */
  kind: AttentionKind | null;
  /** With `idle`: also no background work. */
  background: boolean;
}

/**
 * Whether a session is as it was waited for. `unknown` satisfies nothing; `gone` and `change` are about
 * what happens to it, and the waiter tells.
 */
export function satisfies(
  session: Pick<Session, "status" | "attention" | "background">,
  { until, kind, background }: WaitCondition,
): boolean {
  switch (until) {
    case "idle":
      return session.status === "idle" && (!background || session.background === 0);
    case "working":
      return session.status === "working";
    case "waiting":
    case "attention":
      // Whoever waits for a question wants to know which: a dialog is drawn within half a second.
      return (
        session.status === "waiting" &&
        !session.attention?.provisional &&
        (kind === null || session.attention?.kind === kind)
      );
    default:
      return false;
  }
}
