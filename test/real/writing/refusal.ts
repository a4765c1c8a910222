import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt } from "../ccmux.ts";
import { judgeRefusal } from "./judge.ts";
import type { Stage } from "./stage.ts";
import type { Outcome } from "./types.ts";

const VIEWS_MS = 2000;
const VIEW_EVERY_MS = 100;
/** Keys that were pressed by now show by then. */
const SHOWN_MS = 400;

/** What must be refused: judged by the pane before and after it. */
export async function refusal(
  stage: Stage,
  act: () => Promise<Attempt>,
  exits: number[] = [75],
): Promise<Outcome> {
  const before = await views(stage);
  return judgeLater(stage, await act(), before, exits);
}

export async function judgeLater(
  stage: Stage,
  attempt: Attempt,
  before: Set<string>,
  exits: number[] = [75],
): Promise<Outcome> {
  await sleep(SHOWN_MS);
  return { problems: judgeRefusal(attempt, before, await view(stage), exits) };
}

/** All that the pane shows in a while: Claude's open dialogs blink by themselves. */
export async function views(stage: Stage): Promise<Set<string>> {
  await stage.still();
  const seen = new Set([await view(stage)]);
  for (const until = Date.now() + VIEWS_MS; Date.now() < until; await sleep(VIEW_EVERY_MS))
    seen.add(await view(stage));
  return seen;
}

async function view(stage: Stage): Promise<string> {
  const screen = await stage.screen();
  const { hints } = stage.agent;
  return hints ? screen.replaceAll(hints, "") : screen;
}
