import { judgeInterrupt } from "./judge.ts";
import type { Stage } from "./stage.ts";
import type { Case, Outcome } from "./types.ts";
import { until } from "./wait.ts";

const part = "dialogs" as const;
/** The first turn of OpenCode takes half a minute on a busy machine. */
const BEGUN_MS = 45_000;
const CUT_OFF_MS = 5000;

/** While it thinks and while it streams. The turns would last half a minute. */
export function interrupts(rounds: number): Case[] {
  const think: Case = { part, row: "interrupt, thinking", run: (s) => interrupt(s, "think:30") };
  const stream: Case = { part, row: "interrupt, streaming", run: (s) => interrupt(s, "slow:30") };
  return [think, stream].flatMap((each) => Array<Case>(rounds).fill(each));
}

async function interrupt(stage: Stage, prompt: string): Promise<Outcome> {
  const { model } = stage;
  const since = Date.now();
  const current = async () =>
    (await model.requests()).findLast(({ from, withTools }) => withTools && from > since);
  await stage.tell(prompt);
  if (!(await until(async () => !!(await current()), BEGUN_MS)))
    throw new Error("the model was not asked");
  await stage.needs("work", (look) => stage.agent.works(look), BEGUN_MS);
  const attempt = await stage.ccmux("interrupt", stage.id);
  await until(async () => (await current())?.to !== null, CUT_OFF_MS);
  const outcome = judgeInterrupt(attempt, await current());
  if (!(await stage.shows((look) => !stage.agent.works(look), CUT_OFF_MS)))
    outcome.problems.push("expected it idle afterwards, it looks at work");
  return outcome;
}
