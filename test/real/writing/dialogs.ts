import { access } from "node:fs/promises";
import { join } from "node:path";
import { judgeExit } from "./judge.ts";
import { isSaidAgain } from "./model.ts";
import { refusal } from "./refusal.ts";
import type { Stage } from "./stage.ts";
import type { Case, Outcome, PlanMode, WritingAgent } from "./types.ts";
import { until } from "./wait.ts";

type Verb = "approve" | "deny";

/** The first turn of OpenCode takes half a minute on a busy machine. */
const DIALOG_MS = 45_000;
const MODE_MS = 1500;
const EFFECT_MS = 10_000;
/** So long nothing may happen that was denied. */
const NOTHING_MS = 1500;
const VERBS: Verb[] = ["approve", "deny"];
const part = "dialogs" as const;

/** Answers to dialogs, each so often: were a yes for good, the next round would not be asked. */
export function dialogs({ plan }: WritingAgent, rounds: number): Case[] {
  const each = (row: string, run: (stage: Stage, verb: Verb) => Promise<Outcome>): Case[] =>
    VERBS.map((verb) => ({ part, row: `${verb}${row}`, run: (stage) => run(stage, verb) }));
  const cases = [
    ...each(", shell", answerShell),
    ...each(", edit", answerEdit),
    ...each(", the second of two", answerSecond),
    // Last: some agents ask questions in plan mode only, and stay in it.
    ...each(" on a question", refuseQuestion),
    ...ANSWERS,
    ...(plan ? each(", plan", (stage, verb) => answerPlan(stage, verb, plan)) : []),
  ];
  return cases.flatMap((one) => Array<Case>(rounds).fill(one));
}

/** Answers to a question: what the model is then told. */
const ANSWERS: Case[] = [
  {
    part,
    row: "answer, an option",
    run: (stage) =>
      // Both options were named to the model in the call: the one that was taken, once more.
      answerWith(stage, "Blue", async (times) => (await times("Blue")) - (await times("Red"))),
  },
  {
    part,
    row: "answer, own words",
    run: async (stage) => {
      if (!stage.agent.takesOwnWords)
        return refuseAnswer(stage, ["answer", stage.id, "--", "teal"]);
      const words = `teal ${Date.now().toString(36)}`;
      return answerWith(stage, words, (times) => times(words));
    },
  },
];

async function answerWith(
  stage: Stage,
  words: string,
  count: (times: (text: string) => Promise<number>) => Promise<number>,
): Promise<Outcome> {
  const times = async (text: string) => (await stage.model.said(text)).times;
  const before = await count(times);
  await openQuestion(stage);
  const attempt = await stage.ccmux("answer", stage.id, "--", words);
  const problems = judgeExit(attempt, 0);
  if (!(await until(async () => (await count(times)) > before, EFFECT_MS)))
    problems.push(`expected the model to be told "${words}", it was not`);
  return { problems, delayMs: Date.now() - attempt.startedAt };
}

async function answerShell(stage: Stage, verb: Verb): Promise<Outcome> {
  const file = freshFile(stage);
  await openDialog(stage, `bash:touch ${file}`, stage.agent.shell);
  return decide(stage, verb, file, stage.agent.shell);
}

async function answerEdit(stage: Stage, verb: Verb): Promise<Outcome> {
  const file = freshFile(stage);
  await openDialog(stage, `write:${file}`, stage.agent.edit);
  return decide(stage, verb, file, stage.agent.edit);
}

async function answerSecond(stage: Stage, verb: Verb): Promise<Outcome> {
  const [one, two] = [freshFile(stage), freshFile(stage)];
  await openDialog(stage, `bash:touch ${one} ;; bash:touch ${two}`, stage.agent.shell);
  const first = await stage.ccmux("approve", stage.id);
  if (!(await until(() => exists(stage, one), EFFECT_MS)))
    return { problems: [...judgeExit(first, 0), "expected the first file, it was not made"] };
  // The first dialog is answered by now; what stands there once the screen is still is the second.
  await stage.still();
  await stage.needs("the second dialog", ({ screen }) => stage.agent.shell.test(screen), DIALOG_MS);
  await stage.still();
  return decide(stage, verb, two, stage.agent.shell);
}

/** Judged by the file that an approved tool makes. */
async function decide(stage: Stage, verb: Verb, file: string, dialog: RegExp): Promise<Outcome> {
  const attempt = await stage.ccmux(verb, stage.id);
  const problems = judgeExit(attempt, 0);
  if (verb === "approve") {
    if (!(await until(() => exists(stage, file), EFFECT_MS)))
      problems.push(`expected ${file} to be made, it was not`);
    return { problems, delayMs: Date.now() - attempt.startedAt };
  }
  if (!(await stage.shows(({ screen }) => !dialog.test(screen), EFFECT_MS)))
    problems.push("expected the dialog to go away, it is still there");
  const delayMs = Date.now() - attempt.startedAt;
  if (await until(() => exists(stage, file), NOTHING_MS))
    problems.push(`expected ${file} not to be made, it was`);
  return { problems, delayMs };
}

/** Judged by what the model is told. */
async function answerPlan(stage: Stage, verb: Verb, plan: PlanMode): Promise<Outcome> {
  const { shows, told } = plan;
  await turnOn(stage, plan);
  await openDialog(stage, "plan:Write the file", shows);
  const before = await stage.model.said(told);
  const attempt = await stage.ccmux(verb, stage.id);
  const problems = judgeExit(attempt, 0);
  const isTold = async () => isSaidAgain(before, await stage.model.said(told));
  if (verb === "approve" && !(await until(isTold, EFFECT_MS)))
    problems.push(`expected the model to be told "${told}", it was not`);
  if (!(await stage.shows(({ screen }) => !shows.test(screen), EFFECT_MS)))
    problems.push("expected the dialog to go away, it is still there");
  const delayMs = Date.now() - attempt.startedAt;
  if (verb === "deny" && (await until(isTold, NOTHING_MS)))
    problems.push(`expected the model not to be told "${told}", it was`);
  return { problems, delayMs };
}

export async function turnOn(stage: Stage, { isOn, turnOn: how }: PlanMode): Promise<void> {
  if (isOn.test(await stage.still())) return;
  for (let i = 0; i < 5; i++) {
    if ("press" in how) await stage.keys(how.press);
    else await stage.say(how.say);
    // Drawn late, a mode would be left again by the next key.
    if (await stage.shows(({ screen }) => isOn.test(screen), MODE_MS)) return;
  }
  throw new Error("plan mode could not be turned on");
}

/** Neither verb is an answer to a question. */
function refuseQuestion(stage: Stage, verb: Verb): Promise<Outcome> {
  return refuseAnswer(stage, [verb, stage.id]);
}

async function refuseAnswer(stage: Stage, command: string[]): Promise<Outcome> {
  await openQuestion(stage);
  return { ...(await refusal(stage, () => stage.ccmux(...command))), note: "refused" };
}

async function openQuestion(stage: Stage): Promise<void> {
  const { question, asksInPlanMode, plan } = stage.agent;
  if (asksInPlanMode && plan) await turnOn(stage, plan);
  await openDialog(stage, "ask:Which colour do you want", question);
}

export async function openDialog(stage: Stage, prompt: string, dialog: RegExp): Promise<void> {
  await stage.tell(prompt);
  await stage.needs("the dialog", ({ screen }) => dialog.test(screen), DIALOG_MS);
  await stage.still();
}

let files = 0;

/** A path, inside, at which nothing is yet. */
export function freshFile({ agent }: Stage): string {
  return `${agent.folder}/hello-${++files}.txt`;
}

export function exists({ sandbox }: Stage, file: string): Promise<boolean> {
  return access(join(sandbox.home, file.replace("/home/dev/", ""))).then(
    () => true,
    () => false,
  );
}
