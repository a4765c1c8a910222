import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ccmux, type Seen } from "../ccmux.ts";
import { saveLogs } from "../evidence.ts";
import { about } from "../report.ts";
import type { Sandbox } from "../sandbox.ts";
import type { Agent } from "../types.ts";
import { WRITING_AGENTS } from "../writing/agents/index.ts";
import { Stage } from "../writing/stage.ts";
import { until } from "../writing/wait.ts";
import { CASE_AGENTS } from "./agents.ts";
import { conversationCases } from "./conversations.ts";
import { dialogCases } from "./dialogs.ts";
import { endCases } from "./ends.ts";
import type { CaseResult } from "./report.ts";
import { severalCases, sharedCases } from "./several.ts";
import { latencies, watchTold } from "./told.ts";
import { trustCases } from "./trust.ts";
import type { Case, Scene } from "./types.ts";

const SETTLED_MS = 5000;

export interface CaseOptions {
  hooks: "on" | "off";
  /** Part of a row's name; empty: all cases. */
  match: string;
}

/** Puts a real agent through what hooks, logs and published states find hard to follow. */
export async function measureCases(
  agent: Agent,
  folder: string,
  sandbox: Sandbox,
  { hooks, match }: CaseOptions,
): Promise<CaseResult> {
  const writing = WRITING_AGENTS.find(({ name }) => name === agent.name)!;
  const own = CASE_AGENTS.find(({ name }) => name === agent.name)!;
  const more = hooks === "on" ? (agent.hookArgs ?? "") : "";
  const ccmux = new Ccmux(sandbox);
  if (hooks === "on") await ccmux.setUp(agent);
  await ccmux.start();
  const told = watchTold(sandbox, agent.states);
  const stage = new Stage(writing, { ...agent, args: `${agent.args} ${more}` }, sandbox, ccmux);
  const shared = own.shared === undefined ? {} : { shared: `${own.shared} ${more}` };
  const cases: Case[] = [
    ...dialogCases(writing),
    ...conversationCases,
    ...severalCases(own),
    ...endCases(writing),
    ...(hooks === "on" ? trustCases(own) : []),
    ...sharedCases({ ...own, ...shared }),
  ];
  const result: CaseResult = {
    agent: agent.name,
    hooks,
    ...(await about(agent.name, sandbox)),
    rows: [],
    latencies: [],
  };
  const pauses: { from: number; to: number }[] = [];
  const keep = (name: string, text: string) => writeFile(join(folder, name), `${text}\n`);
  try {
    for (const { row, run, stopsDaemon } of cases.filter((each) => each.row.includes(match))) {
      if (sandbox.closed) throw new Error("the sandbox has ended");
      const outcome = { problems: [], delaysMs: [] };
      const from = Date.now();
      const scene: Scene = { stage, ccmux, agent: own, outcome };
      await attempt(scene, run);
      result.rows.push({ row, outcome });
      if (stopsDaemon) pauses.push({ from, to: Date.now() });
      await tell(row, scene, keep);
    }
  } finally {
    if (!sandbox.closed) await saveLogs(folder, sandbox);
    await keep("events.jsonl", ccmux.lines.join("\n"));
    await keep("told.jsonl", told.map((each) => JSON.stringify(each)).join("\n"));
  }
  const isPaused = ({ arrivedAt }: Seen) =>
    pauses.some(({ from, to }) => arrivedAt >= from && arrivedAt <= to);
  const live = ccmux.seen.map((seen) => (isPaused(seen) ? { ...seen, isOld: true } : seen));
  result.latencies = latencies(told, live);
  await keep("result.json", JSON.stringify(result, null, 1));
  return result;
}

async function attempt(scene: Scene, run: Case["run"]): Promise<void> {
  try {
    const { stage, ccmux } = scene;
    await stage.settle();
    // That the last case is over may be said later than it is drawn: it is no part of this one.
    await until(async () => ccmux.of(stage.id)?.status === "idle", SETTLED_MS);
    await run(scene);
  } catch (error) {
    scene.outcome.problems.push(`the case could not go on: ${(error as Error).message}`);
  }
  // What goes wrong in one case is no part of the next.
  if (scene.outcome.problems.length) scene.stage.spoil();
}

/** Says what came of a case. Of a wrong one the pane and ccmux's own account of it are kept as well. */
async function tell(
  row: string,
  { stage, outcome }: Scene,
  keep: (name: string, text: string) => Promise<void>,
): Promise<void> {
  const { problems, delaysMs, note } = outcome;
  const about = [...delaysMs.map((ms) => `${ms} ms`), ...(note ? [note] : [])].join(", ");
  console.log(`${problems.length ? "WRONG" : "right"}  ${row}${about && ` (${about})`}`);
  if (!problems.length) return;
  for (const problem of problems) console.log(`  ${problem}`);
  const screen = await stage.screen().catch(String);
  const { stdout } = await stage.ccmux("explain", stage.id);
  const name = `wrong-${row.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.txt`;
  await keep(name, [...problems, "", screen, stdout].join("\n"));
}
