import { isSameText } from "../core/same-text.ts";
import type { Session } from "../core/session.ts";
import type { Verdict } from "./cascade.ts";

/** Whether a row that a person took away stays away: nothing about it has changed that matters. Pure. */
export function staysAway(
  then: Pick<Session, "status" | "attention" | "background">,
  { status, ask, background }: Pick<Verdict, "status" | "ask" | "background">,
): boolean {
  if (status !== then.status) return false;
  // Another dialog needs a person anew; one whose text was only not known yet does not.
  const asked = then.attention?.text ?? null;
  if (status === "waiting") return asked === null || isSameText(asked, ask?.text ?? null);
  return status !== "idle" || then.background === 0 || background > 0;
}
