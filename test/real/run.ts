/**
 * Real agents, offline, with ccmux running beside them: what it says, or what it writes, against what is so.
 *
 *   node test/real/run.ts [AGENT…] [--hooks on|off] [--truth-only] [--write-docs] [--out FOLDER]
 *   node test/real/run.ts --cases [AGENT…] [--hooks on|off] [--match PART_OF_A_ROW] [--write-docs]
 *   node test/real/run.ts --writing [AGENT…] [--only sends,bytes,gates,dialogs] [--rounds N] [--seed N] [--write-docs]
 *
 * Exits with 0 when nothing was wrong, 1 when something was, 69 when it cannot run here.
 */
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { omp } from "./agents/omp.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { measureCases } from "./cases/measure.ts";
import * as cases from "./cases/report.ts";
import { installAgents } from "./install.ts";
import * as status from "./report.ts";
import { openSandbox, type Sandbox, whatIsMissing } from "./sandbox.ts";
import { measureStatus } from "./status.ts";
import type { Agent } from "./types.ts";
import { measureWriting } from "./writing/measure.ts";
import * as writing from "./writing/report.ts";
import { PARTS } from "./writing/types.ts";

const AGENTS = [claude, codex, opencode, pi, omp, gemini, copilot];
const PAGES = resolve(import.meta.dirname, "../../docs");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const STATUS_LIMIT_MS = 20 * 60_000;
const CASES_LIMIT_MS = 30 * 60_000;
const WRITING_LIMIT_MS = 120 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hooks: { type: "string", default: "off" },
    "truth-only": { type: "boolean", default: false },
    cases: { type: "boolean", default: false },
    match: { type: "string", default: "" },
    writing: { type: "boolean", default: false },
    only: { type: "string", default: PARTS.join(",") },
    rounds: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "write-docs": { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const only = PARTS.filter((part) => values.only.split(",").includes(part));
const hooks = values.hooks === "on" ? "on" : "off";
const limitMs = values.writing ? WRITING_LIMIT_MS : values.cases ? CASES_LIMIT_MS : STATUS_LIMIT_MS;
const mode = values.writing ? "writing" : `${values.cases ? "cases-" : ""}hooks-${hooks}`;

/** Measures one agent, prints the result and says whether it is good. */
async function measure(agent: Agent, folder: string, sandbox: Sandbox): Promise<boolean> {
  if (values.writing) {
    const options = { only, rounds: Number(values.rounds), seed: Number(values.seed) };
    const result = await measureWriting(agent, folder, sandbox, options);
    // A part of it is no result to publish.
    const isWhole = only.length === PARTS.length;
    await publish("real-writing.md", writing.HEAD, writing.section(result), isWhole);
    return writing.isGood(result);
  }
  if (values.cases) {
    const { match } = values;
    const result = await measureCases(agent, folder, sandbox, { hooks, match });
    await publish("real-agents.md", status.HEAD, cases.section(result), !match);
    return cases.isGood(result);
  }
  const result = await measureStatus(agent, folder, sandbox, {
    hooks,
    truthOnly: values["truth-only"],
  });
  const good = status.isGood(result);
  const isWhole = good && result.cells.length > 0;
  await publish("real-agents.md", status.HEAD, status.section(result), isWhole);
  return good;
}

async function publish(
  page: string,
  head: string,
  section: { title: string; text: string },
  isWhole: boolean,
): Promise<void> {
  console.log(`\n${section.title}\n\n${section.text}`);
  if (values["write-docs"] && isWhole) await status.writePage(join(PAGES, page), head, section);
}

async function tour(agent: Agent, out: string): Promise<boolean> {
  const folder = join(out, `${agent.name}-${mode}`);
  await mkdir(folder, { recursive: true });
  let sandbox: Sandbox | undefined;
  let stopped = "";
  const stop = (why: string) => {
    stopped ||= why;
    void sandbox?.close();
  };
  const onSignal = () => stop("interrupted");
  const timer = setTimeout(() => stop(`no end in ${limitMs / 60_000} minutes`), limitMs);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    sandbox = await openSandbox(agent.name);
    if (stopped) return false;
    return await measure(agent, folder, sandbox);
  } catch (error) {
    console.error(`${agent.name}: ${stopped || (error as Error).message}`);
    return false;
  } finally {
    clearTimeout(timer);
    await sandbox?.close();
    for (const signal of SIGNALS) process.off(signal, onSignal);
    if (stopped === "interrupted") process.exit(130);
  }
}

const unknown = positionals.filter((name) => !AGENTS.some((agent) => agent.name === name));
const badParts = values.only.split(",").filter((part) => !PARTS.some((known) => known === part));
const badNumbers = [values.rounds, values.seed].filter((text) => !/^[1-9]\d*$/.test(text));
if ([...unknown, ...badParts, ...badNumbers].length || !["on", "off"].includes(values.hooks)) {
  const names = AGENTS.map(({ name }) => name).join("] [");
  console.error(`Usage: node test/real/run.ts [${names}] [--hooks on|off]`);
  console.error(`       node test/real/run.ts --cases [AGENT…] [--hooks on|off] [--match TEXT]`);
  console.error(`       node test/real/run.ts --writing [AGENT…] [--only ${PARTS.join(",")}]`);
  process.exit(64);
}
const missing = await whatIsMissing();
if (missing) {
  console.error(`Real agents cannot run here: ${missing}.`);
  process.exit(69);
}
const chosen = AGENTS.filter(({ name }) => !positionals.length || positionals.includes(name));
await installAgents(chosen);
const out = values.out ? resolve(values.out) : await mkdtemp(join(tmpdir(), "ccmux-real-results-"));
let good = true;
// One after the other: two at once would slow each other down on a small machine.
for (const agent of chosen) good = (await tour(agent, out)) && good;
console.log(`\nEverything that was seen: ${out}`);
process.exit(good ? 0 : 1);
