import { exists, freshFile } from "../writing/dialogs.ts";
import { withOwnPane } from "../writing/places.ts";
import { approve, SHELL, stateOf } from "./dialogs.ts";
import { expectRest, expectState } from "./expect.ts";
import { rowOf, rows } from "./rows.ts";
import type { Case, CaseAgent, Expected, Scene } from "./types.ts";

export function severalCases({ subagent }: CaseAgent): Case[] {
  const cases: Case[] = [{ row: "two in one directory", run: twoAtOnce }];
  if (subagent !== null)
    cases.push({
      row: "a permission while a subagent works",
      run: (scene) => whileSubagentWorks(scene, subagent),
    });
  return cases;
}

/** The last ones: the background process stays, and asks whoever is started without it what is to become of it. */
export function sharedCases({ shared }: CaseAgent): Case[] {
  if (shared === undefined) return [];
  return [
    {
      row: "two that share a background process",
      run: (scene) => scene.stage.startedWith(shared, () => twoAtOnce(scene)),
    },
  ];
}

const works = ({ stage }: Scene): Expected => ({
  truth: { status: "working" },
  drawn: (look) => stage.agent.works(look),
});

/** The first asks while the second works, and goes on while it rests. */
async function twoAtOnce(scene: Scene): Promise<void> {
  const { stage, outcome } = scene;
  const file = freshFile(stage);
  const say = () => stage.say(`bash:touch ${file}`);
  await expectState(scene, "the first asks", stateOf(SHELL, stage.agent), say);
  const first = stage.id;
  const asks = (when: string) => {
    const said = scene.ccmux.of(first);
    if (said?.status !== "waiting")
      outcome.problems.push(`${when}, the first was called ${said?.status}`);
  };
  await withOwnPane(stage, async () => {
    asks("when the second had started");
    await expectState(scene, "the second works", works(scene), () => stage.say("think:6"));
    asks("while the second worked");
    await expectRest(scene, "the second rests");
    asks("when the second was done");
    if (await exists(stage, file)) outcome.problems.push("expected the first to be asked still");
    const [one, two] = [(await rows(scene)).find(({ id }) => id === first), await rowOf(scene)];
    if (one?.nativeId && one.nativeId === two.nativeId)
      outcome.problems.push(`both are said to have the conversation ${one.nativeId}`);
    if (two.lastPrompt !== null && !two.lastPrompt.includes("think:6"))
      outcome.problems.push(`the second's last prompt is said to be "${two.lastPrompt}"`);
    if (one?.lastPrompt && !one.lastPrompt.includes(file))
      outcome.problems.push(`the first's last prompt is said to be "${one.lastPrompt}"`);
  });
  await expectRest(scene, "the first rests", () => approve(scene, file));
}

async function whileSubagentWorks(scene: Scene, subagent: string): Promise<void> {
  const { stage, outcome } = scene;
  const file = freshFile(stage);
  // It outlives the case.
  stage.spoil();
  const say = () => stage.say(`${subagent} ;; bash:touch ${file}`);
  await expectState(scene, "its dialog", stateOf(SHELL, stage.agent), say);
  const { background, subagents } = await rowOf(scene);
  outcome.note = `background ${background}, subagents ${subagents.length}`;
  if (!background && !subagents.length)
    outcome.problems.push("expected the subagent to be counted, it was not");
  await approve(scene, file);
}
