import type { SetupReport } from "../../../src/setup/report.ts";
import { leave } from "../writing/places.ts";
import type { Case, CaseAgent, Scene } from "./types.ts";

const START_MS = 90_000;

/** Of an agent that runs no hook before a person has said so: ccmux says which, before and after. */
export function trustCases({ name, trust }: CaseAgent): Case[] {
  return trust
    ? [{ row: "hooks, before and after trust", run: (scene) => give(scene, name, trust) }]
    : [];
}

async function give(
  scene: Scene,
  name: string,
  { args, asks, keys }: NonNullable<CaseAgent["trust"]>,
): Promise<void> {
  const { stage, outcome } = scene;
  const before = await look(scene, name);
  if (before.untrusted === 0 || !before.text.includes(`${before.untrusted} not trusted yet`))
    outcome.problems.push(`before trust, --status says ${before.untrusted}: ${before.text}`);
  await leave(stage, 0);
  await stage.say(`clear; bash /opt/rig/agents/${name}.sh ${args}`);
  await stage.needs("the question for trust", ({ screen }) => asks.test(screen), START_MS);
  await stage.keys(...keys);
  await stage.ready();
  const after = await look(scene, name);
  if (after.untrusted !== 0 || !/, trusted$/m.test(after.text))
    outcome.problems.push(`after trust, --status says ${after.untrusted}: ${after.text}`);
  outcome.note = `${before.untrusted} not trusted, then ${after.untrusted}`;
  // It was started with other arguments.
  stage.spoil();
}

/** What `setup --status` says, to people and to programs; null: it speaks of no trust. */
async function look({ stage }: Scene, name: string) {
  const status = ["setup", "--status", "--agent", name];
  const { stdout: text } = await stage.ccmux(...status);
  const { stdout } = await stage.ccmux(...status, "--json");
  const { agents } = JSON.parse(stdout) as SetupReport;
  return { text, untrusted: agents[0]?.files[0]?.untrusted?.length ?? null };
}
