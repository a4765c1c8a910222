import { judgeExit } from "../writing/judge.ts";
import { until } from "../writing/wait.ts";
import { leave } from "../writing/places.ts";
import { expectRest } from "./expect.ts";
import { rowOf, type Row } from "./rows.ts";
import type { Case, Scene } from "./types.ts";

/** A conversation is known once its first turn is told or found. */
const KNOWN_MS = 10_000;
/** OpenCode's first turn takes half a minute on a busy machine. */
const TURN_MS = 45_000;

export const conversationCases: Case[] = [
  { row: "a new conversation in it", run: beginAnew },
  { row: "resumed by another process", run: resume },
];

/** A turn of its own, and the conversation that ccmux knows then; null: it never knew any. */
async function converse(scene: Scene, words: string, not?: string): Promise<Row> {
  const { stage } = scene;
  await expectRest(scene, `rest, after "${words}"`, async () => {
    await stage.say(`say:${words}`);
    await stage.needs("the answer", ({ screen }) => screen.split(words).length > 2, TURN_MS);
  });
  let row = await rowOf(scene);
  const isKnown = async () => {
    row = await rowOf(scene);
    return row.nativeId !== null && row.nativeId !== not;
  };
  await until(isKnown, KNOWN_MS);
  return row;
}

async function beginAnew(scene: Scene): Promise<void> {
  const { stage, agent, outcome } = scene;
  const before = await converse(scene, "one");
  await expectRest(scene, `rest, after ${agent.anew}`, async () => {
    await stage.say(agent.anew);
    await stage.keys(...(agent.anewKeys ?? []));
  });
  const after = await converse(scene, "two", before.nativeId ?? undefined);
  if (before.nativeId === null || after.nativeId === null)
    outcome.problems.push("expected its conversation to be known, it was not");
  else if (before.nativeId === after.nativeId)
    outcome.problems.push("expected another native id, it is the same");
  if (after.id !== before.id) outcome.problems.push(`expected the row to stay, it is ${after.id}`);
}

async function resume(scene: Scene): Promise<void> {
  const { stage, agent, outcome } = scene;
  const label = `kept-${agent.name}`;
  const before = await converse(scene, "three");
  if (before.nativeId === null) throw new Error("its conversation never became known");
  const labelled = await stage.ccmux("label", stage.id, label);
  outcome.problems.push(...judgeExit(labelled, 0));
  await leave(stage, 0);
  await stage.start(agent.resume(before.nativeId));
  const after = await converse(scene, "four");
  if (after.nativeId !== before.nativeId)
    outcome.problems.push(`expected native id ${before.nativeId}, it is ${after.nativeId}`);
  if (after.id === before.id) outcome.problems.push("expected a row of its own, it is the old one");
  if (after.label !== label) outcome.problems.push(`expected its label back, it is ${after.label}`);
}
