/**
 * Real agents, offline, with ccmux running beside them: what it says against what is so.
 *
 *   node test/real/run.ts [AGENT…] [--hooks on|off] [--truth-only] [--write-docs] [--out FOLDER]
 *
 * Exits with 0 when nothing was wrong, 1 when something was, 69 when it cannot run here.
 */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { arch, cpus, release, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { omp } from "./agents/omp.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { Ccmux } from "./ccmux.ts";
import { saveCaptures, saveExplanation } from "./evidence.ts";
import { installAgents } from "./install.ts";
import { judge, strangers } from "./judge.ts";
import { isGood, type Result, table, writePage } from "./report.ts";
import { checkAgainstModel, parseRequests } from "./requests.ts";
import { openSandbox, type Sandbox, whatIsMissing } from "./sandbox.ts";
import { walk } from "./tour.ts";
import { Witness } from "./truth.ts";
import type { Agent } from "./types.ts";

const AGENTS = [claude, codex, opencode, pi, omp, gemini, copilot];
const PAGE = resolve(import.meta.dirname, "../../docs/real-agents.md");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const TOUR_LIMIT_MS = 10 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hooks: { type: "string", default: "off" },
    "truth-only": { type: "boolean", default: false },
    "write-docs": { type: "boolean", default: false },
    out: { type: "string" },
  },
});

async function measure(agent: Agent, folder: string, sandbox: Sandbox): Promise<Result> {
  const hooks = values.hooks === "on" ? "on" : "off";
  const say = (command: string) => sandbox.run(["sh", "-c", command]);
  const version = (await say(`bash /opt/rig/agents/${agent.name}.sh --version`)).match(
    /\d+\.\d+\.\d+/,
  )?.[0];
  const states = agent.states ? `/home/dev/${agent.states}` : "";
  const { launcher, program } = agent.launched ?? {};
  const watch = [
    "node",
    "/opt/product/test/real/watch.ts",
    "/opt/log/tmux.sock",
    agent.name,
    states,
    ...(launcher && program ? [launcher, program] : []),
  ];
  const witness = new Witness(sandbox.start(watch));
  await witness.until(
    "the shell's prompt",
    10_000,
    (s) => ("look" in s && /^\$/m.test(s.look.screen)) || undefined,
  );

  const keep = (name: string, text: string) => writeFile(join(folder, name), `${text}\n`);
  const keepAll = async () => {
    await keep(
      "sightings.jsonl",
      witness.sightings.map((sighting) => JSON.stringify(sighting)).join("\n"),
    );
    await keep("events.jsonl", ccmux?.lines.join("\n") ?? "");
    await keep("requests.jsonl", await sandbox.requests());
    await keep("ccmux.log", await say("tail -c 200000 /tmp/ccmux/state/*.log 2>/dev/null || true"));
  };
  const ccmux = values["truth-only"] ? undefined : new Ccmux(sandbox);
  if (hooks === "on") await ccmux?.command("setup", "--yes", "--agent", agent.name);
  await ccmux?.start();
  const args = hooks === "on" ? [agent.args, agent.hookArgs].filter(Boolean).join(" ") : agent.args;
  const onHeld = ccmux ? { onHeld: saveExplanation.bind(undefined, folder, ccmux) } : {};
  const moments = await walk({ agent, args, sandbox, witness, ...onHeld }).finally(keepAll);

  const faults = checkAgainstModel(moments, parseRequests(await sandbox.requests()));
  faults.push(...(ccmux?.faults ?? []));
  const cells = ccmux ? judge(moments, ccmux.seen) : [];
  if (ccmux)
    faults.push(...strangers(moments, ccmux.seen).map((row) => `a row that is no agent: ${row}`));

  await saveCaptures(folder, cells, witness.sightings);
  const machine = `Linux ${release().split("-")[0]} ${arch()}, ${cpus().length} cores, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const result = {
    agent: agent.name,
    version: version ?? "?",
    hooks,
    date,
    machine,
    moments,
    absent: agent.absent ?? [],
    cells,
    faults,
  } as const;
  await keep("result.json", JSON.stringify(result, null, 1));
  return result;
}

async function tour(agent: Agent, out: string): Promise<boolean> {
  const folder = join(out, `${agent.name}-hooks-${values.hooks}`);
  await mkdir(folder, { recursive: true });
  let sandbox: Sandbox | undefined;
  let stopped = "";
  const stop = (why: string) => {
    stopped ||= why;
    void sandbox?.close();
  };
  const onSignal = () => stop("interrupted");
  const timer = setTimeout(
    () => stop(`no end in ${TOUR_LIMIT_MS / 60_000} minutes`),
    TOUR_LIMIT_MS,
  );
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    sandbox = await openSandbox(agent.name);
    if (stopped) return false;
    const result = await measure(agent, folder, sandbox);
    console.log(`\n${agent.name} ${result.version}, hooks ${result.hooks}\n\n${table(result)}`);
    for (const fault of result.faults) console.log(`- ${fault}`);
    const good = isGood(result);
    if (values["write-docs"] && good && result.cells.length) await writePage(PAGE, result);
    return good;
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
if (unknown.length || !["on", "off"].includes(values.hooks)) {
  console.error(
    `Usage: node test/real/run.ts [${AGENTS.map(({ name }) => name).join("] [")}] [--hooks on|off]`,
  );
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
