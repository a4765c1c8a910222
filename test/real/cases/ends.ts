import { until } from "../writing/wait.ts";
import { SHELL, bringAbout, dialogsOf, stateOf, type Dialog } from "./dialogs.ts";
import { expectRest, expectState } from "./expect.ts";
import { rows } from "./rows.ts";
import type { WritingAgent } from "../writing/types.ts";
import type { Case, Expected, Scene } from "./types.ts";

/** A killed agent, and a daemon that has just begun, are known so soon. */
const GONE_MS = 1500;
/** OpenCode's first turn takes half a minute on a busy machine. */
const DRAWN_MS = 45_000;
/** Longer than a daemon takes to start and to be judged. */
const THINK = "think:25";

/** What is told meanwhile is told to nobody. */
const STOPS = { stopsDaemon: true } as const;

interface Standing {
  name: string;
  begin(scene: Scene): Promise<unknown>;
  state: Expected;
}

/** Ends and beginnings: of the agent, and of the daemon. */
export function endCases(agent: WritingAgent): Case[] {
  const standing: Standing[] = [
    {
      name: "idle",
      begin: async () => {},
      state: { truth: { status: "idle" }, drawn: agent.rests },
    },
    {
      name: "working",
      begin: ({ stage }) => stage.say(THINK),
      state: { truth: { status: "working" }, drawn: agent.works },
    },
    ...dialogsOf(agent).map((dialog) => ({
      name: nameOf(dialog),
      begin: (scene: Scene) => bringAbout(scene, dialog),
      state: stateOf(dialog, agent),
    })),
  ];
  return [
    { row: "killed with -9 while it asks", run: killed },
    ...standing.flatMap((each): Case[] => [
      { row: `daemon restarted, ${each.name}`, run: (scene) => restarted(scene, each), ...STOPS },
      {
        row: `daemon started late, ${each.name}`,
        run: (scene) => startedLate(scene, each),
        ...STOPS,
      },
    ]),
  ];
}

function nameOf({ name, kind }: Dialog): string {
  return kind === "permission" ? `permission, ${name}` : name;
}

async function killed(scene: Scene): Promise<void> {
  const { stage, ccmux, outcome } = scene;
  const begin = () => bringAbout(scene, SHELL);
  await expectState(scene, "its dialog", stateOf(SHELL, stage.agent), begin);
  const { id } = stage;
  const pid = ccmux.of(id)?.pid;
  stage.spoil();
  const killedAt = Date.now();
  await stage.sandbox.run(["kill", "-KILL", String(pid)]);
  const isGone = async () => ccmux.of(id)?.status === "gone";
  if (!(await until(isGone, GONE_MS)))
    return void outcome.problems.push(`expected it gone in ${GONE_MS} ms, it is not`);
  outcome.delaysMs.push(ccmux.of(id)!.arrivedAt - killedAt);
  if ((await rows(scene)).some((row) => row.id === id))
    outcome.problems.push("it is listed after its end");
}

async function restarted(scene: Scene, { name, begin, state }: Standing): Promise<void> {
  await expectState(scene, `${name}, before`, state, () => begin(scene));
  await afterStart(scene, name, state, () => scene.stage.ccmux("daemon", "restart"));
}

async function startedLate(scene: Scene, { name, begin, state }: Standing): Promise<void> {
  const { stage } = scene;
  await stage.ccmux("daemon", "stop");
  await begin(scene);
  await stage.needs(name, state.drawn, DRAWN_MS);
  await afterStart(scene, name, state, () => stage.ccmux("daemon", "start"));
}

/** The row is as it was, and never called anything else: a daemon that cannot tell yet may say so. */
async function afterStart(
  scene: Scene,
  name: string,
  state: Expected,
  start: () => Promise<unknown>,
): Promise<void> {
  const { stage, ccmux, outcome } = scene;
  const since = Date.now();
  await expectState(scene, name, state, start, "from the act");
  const wrong = ccmux.seen.filter(
    ({ id, arrivedAt, status }) =>
      id === stage.id && arrivedAt > since && status !== "unknown" && status !== state.truth.status,
  );
  const words = [...new Set(wrong.map(({ status }) => status))];
  if (words.length) outcome.problems.push(`${name}: called ${words.join(", ")} after the start`);
  if (state.truth.status === "working") await expectRest(scene, "rest, after its work");
}
