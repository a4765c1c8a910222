import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ccmux } from "../ccmux.ts";
import { saveLogs } from "../evidence.ts";
import type { Sandbox } from "../sandbox.ts";
import { about } from "../report.ts";
import type { Agent } from "../types.ts";
import { bytes } from "./bytes.ts";
import { WRITING_AGENTS } from "./agents/index.ts";
import { dialogs } from "./dialogs.ts";
import { gates } from "./gates.ts";
import { interrupts } from "./interrupts.ts";
import type { Row, WritingResult } from "./report.ts";
import { sends } from "./sends.ts";
import { Stage } from "./stage.ts";
import type { Case, Outcome, Part } from "./types.ts";

export interface WritingOptions {
  only: readonly Part[];
  rounds: number;
  seed: number;
}

/** Puts a real agent through all cases. */
export async function measureWriting(
  agent: Agent,
  folder: string,
  sandbox: Sandbox,
  { only, rounds, seed }: WritingOptions,
): Promise<WritingResult> {
  const data = WRITING_AGENTS.find(({ name }) => name === agent.name);
  if (!data) throw new Error("nobody has written down yet how its cases are brought about");
  const ccmux = new Ccmux(sandbox);
  await ccmux.command("daemon", "start");
  const stage = new Stage(data, agent, sandbox, ccmux);
  const rows: Row[] = [];
  const all = [sends(seed), bytes, gates, interrupts(rounds), dialogs(data, rounds)].flat();
  const cases = all.filter((each) => only.includes(each.part));
  let part: Part | undefined;
  try {
    for (const each of cases) {
      // A conversation of its own for each part: what was said in another is no part of the judgement.
      if (sandbox.closed) throw new Error("the sandbox has ended");
      if (each.part !== part) stage.spoil();
      ({ part } = each);
      const outcome = await attempt(each, stage);
      rowOf(rows, each).outcomes.push(outcome);
      await tell(each, outcome, stage, folder);
    }
  } finally {
    if (!sandbox.closed) await saveLogs(folder, sandbox);
  }
  const result = { agent: agent.name, ...(await about(agent.name, sandbox)), seed, rows };
  await writeFile(join(folder, "result.json"), `${JSON.stringify(result, null, 1)}\n`);
  return result;
}

async function attempt(each: Case, stage: Stage): Promise<Outcome> {
  try {
    await stage.settle();
    return await each.run(stage);
  } catch (error) {
    stage.spoil();
    return { problems: [`the case could not go on: ${(error as Error).message}`] };
  }
}

function rowOf(rows: Row[], { part, row }: Case): Row {
  const known = rows.find((each) => each.part === part && each.row === row);
  if (known) return known;
  const fresh = { part, row, outcomes: [] };
  rows.push(fresh);
  return fresh;
}

/** Says what came of a case. Of a wrong one the pane and ccmux's own account of it are kept as well. */
async function tell(
  { part, row }: Case,
  { problems, delayMs, note }: Outcome,
  stage: Stage,
  folder: string,
): Promise<void> {
  const about = [delayMs === undefined ? "" : `${delayMs} ms`, note].filter(Boolean).join(", ");
  console.log(`${problems.length ? "WRONG" : "right"}  ${part}: ${row}${about && ` (${about})`}`);
  if (!problems.length) return;
  const screen = await stage.screen().catch(String);
  for (const problem of problems) console.log(`  ${problem}`);
  console.log(screen.trimEnd().replaceAll(/^/gm, "  | "));
  const { stdout } = await stage.ccmux("explain", stage.id);
  const name = `wrong-${row.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${Date.now()}.txt`;
  await writeFile(join(folder, name), [...problems, "", screen, stdout].join("\n"));
}
