import type { Attempt } from "../ccmux.ts";
import { judgeRefusal } from "./judge.ts";
import type { Stage } from "./stage.ts";
import type { Outcome } from "./types.ts";

/** What must be refused: judged by the pane before and after it. */
export async function refusal(
  stage: Stage,
  act: () => Promise<Attempt>,
  exits: number[] = [75],
): Promise<Outcome> {
  const before = await stage.views();
  const attempt = await act();
  return { problems: judgeRefusal(attempt, before, await stage.later(), exits) };
}
