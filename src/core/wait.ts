import type { Session } from "./session.ts";
import type { AttentionKind } from "./types.ts";

export const UNTIL = ["idle", "waiting", "attention", "working", "gone", "change"] as const;
export type Until = (typeof UNTIL)[number];

export interface WaitCondition {
  /** One of them is enough. */
  until: readonly Until[];
  /** With `waiting` and `attention`: only these kinds; null: any. */
  kind: readonly AttentionKind[] | null;
  /** With `idle`: also no background work. */
  background: boolean;
}

type State = Pick<Session, "status" | "attention" | "background">;

/**
 * Whether a session is as it was waited for. `unknown` satisfies nothing; `gone` and `change` are about
 * what happens to it, and the waiter tells.
 */
export function satisfies(session: State, condition: WaitCondition): boolean {
  return condition.until.some((until) => is(session, until, condition));
}

function is(
  { status, attention, background }: State,
  until: Until,
  { kind, background: alsoThat }: WaitCondition,
): boolean {
  switch (until) {
    case "idle":
      return status === "idle" && (!alsoThat || background === 0);
    case "working":
      return status === "working";
    case "waiting":
    case "attention":
      // Whoever waits for a question wants to know which: a dialog is drawn within half a second.
      return (
        status === "waiting" &&
        !attention?.provisional &&
        (kind === null || (attention !== null && kind.includes(attention.kind)))
      );
    default:
      return false;
  }
}

/** It does another thing, or asks another one. */
export function isChange(before: State, after: State): boolean {
  return (
    before.status !== after.status || before.attention?.generation !== after.attention?.generation
  );
}
