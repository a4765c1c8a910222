import { exists, freshFile, turnOn } from "../writing/dialogs.ts";
import type { WritingAgent } from "../writing/types.ts";
import { until } from "../writing/wait.ts";
import { expectRest, expectState } from "./expect.ts";
import type { Case, Expected, Look, Scene } from "./types.ts";

const EFFECT_MS = 15_000;

/** A dialog: how it is brought about, and its sign. */
export interface Dialog {
  name: "shell" | "edit" | "question" | "plan";
  kind: "permission" | "question" | "plan";
  prompt(file: string): string;
  shows(agent: WritingAgent): RegExp | undefined;
}

export const SHELL: Dialog = {
  name: "shell",
  kind: "permission",
  prompt: (file) => `bash:touch ${file}`,
  shows: ({ shell }) => shell,
};

const DIALOGS: Dialog[] = [
  SHELL,
  {
    name: "edit",
    kind: "permission",
    prompt: (file) => `write:${file}`,
    shows: ({ edit }) => edit,
  },
  {
    name: "question",
    kind: "question",
    prompt: () => "ask:Which colour do you want",
    shows: ({ question }) => question,
  },
  {
    name: "plan",
    kind: "plan",
    prompt: () => "plan:Write the file",
    shows: ({ plan }) => plan?.shows,
  },
];

/** Those that the agent has. */
export function dialogsOf(agent: WritingAgent): Dialog[] {
  return DIALOGS.filter(({ shows }) => shows(agent));
}

/** The state that a dialog is. */
export function stateOf({ kind, name, shows }: Dialog, agent: WritingAgent): Expected {
  const sign = shows(agent)!;
  return {
    truth: { status: "waiting", kind },
    drawn: ({ screen }) => sign.test(screen),
    endsTurnFirst: name === "plan",
  };
}

/** Brings a dialog about, by hand; returns the file that a yes would make. */
export async function bringAbout({ stage }: Scene, dialog: Dialog): Promise<string> {
  const { asksInPlanMode, plan } = stage.agent;
  const file = freshFile(stage);
  const inPlanMode = dialog.name === "plan" || (dialog.name === "question" && asksInPlanMode);
  if (inPlanMode && plan) {
    await turnOn(stage, plan);
    // No other case is about plan mode.
    stage.spoil();
  }
  await stage.say(dialog.prompt(file));
  return file;
}

async function open(scene: Scene, dialog: Dialog): Promise<string> {
  let file = "";
  const state = stateOf(dialog, scene.stage.agent);
  const act = async () => void (file = await bringAbout(scene, dialog));
  await expectState(scene, `its dialog (${dialog.name})`, state, act);
  return file;
}

/** Answers by hand: with the option that is highlighted, which means yes. */
export async function approve({ stage, outcome }: Scene, file: string): Promise<void> {
  await stage.keys("Enter");
  if (!(await until(() => exists(stage, file), EFFECT_MS)))
    outcome.problems.push(`expected ${file} to be made, it was not`);
}

export function dialogCases(agent: WritingAgent): Case[] {
  const all = dialogsOf(agent);
  const escapes = all.map((dialog): Case => ({
    row: `Escape, ${dialog.name}`,
    run: (scene) => escape(scene, dialog),
  }));
  const approvals = all
    .filter(({ kind }) => kind === "permission")
    .map((dialog): Case => ({
      row: `approved by a key in the pane, ${dialog.name}`,
      run: (scene) => approveByKey(scene, dialog),
    }));
  return [
    ...approvals,
    { row: "a second permission right after the first", run: second },
    ...escapes,
  ];
}

async function escape(scene: Scene, dialog: Dialog): Promise<void> {
  await open(scene, dialog);
  await expectRest(scene, "rest, after Escape", () => scene.stage.keys("Escape"));
}

async function approveByKey(scene: Scene, dialog: Dialog): Promise<void> {
  const file = await open(scene, dialog);
  await expectRest(scene, "rest, after the tool", () => approve(scene, file));
}

async function second(scene: Scene): Promise<void> {
  const { stage, ccmux, outcome } = scene;
  const [one, two] = [freshFile(stage), freshFile(stage)];
  const state = stateOf(SHELL, stage.agent);
  const say = () => stage.say(`bash:touch ${one} ;; bash:touch ${two}`);
  await expectState(scene, "the first dialog", state, say);
  const first = ccmux.of(stage.id)?.generation;
  const name = two.slice(two.lastIndexOf("/") + 1);
  // The prompt names both files: the dialog stands below it.
  const isSecond = ({ screen }: Look) => screen.lastIndexOf(name) > screen.lastIndexOf(" ;; ");
  const drawn = (look: Look) => isSecond(look) && state.drawn(look);
  await expectState(scene, "the second dialog", { ...state, drawn }, () => approve(scene, one));
  const next = ccmux.of(stage.id)?.generation;
  if (next === first) outcome.problems.push("expected the second dialog as another generation");
  await expectRest(scene, "rest, after both", () => approve(scene, two));
}
