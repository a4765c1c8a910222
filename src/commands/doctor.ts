import { clean, cleanJson } from "../core/clean.ts";
import type { SessionJson, SnapshotJson } from "../core/session.ts";
import type { Check } from "./_check.ts";
import type { Health } from "./_checks.ts";
import { ask, ourHome, ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { wrap } from "./_columns.ts";
import { paint, print, printJson, terminalWidth } from "./_output.ts";
import { setupWorld } from "./_world.ts";

const MARKS = {
  ok: ["✓", "green"],
  warning: ["!", "yellow"],
  error: ["✗", "red"],
} as const;

export default command({
  meta: { name: "doctor", description: "What is wrong here, and what to do" },
  args: {
    report: {
      type: "boolean",
      description: "All of it for a bug report, without paths, prompts and secrets",
    },
  },
  examples: [
    ["ccmux doctor", "exit 1 when something is wrong"],
    ["ccmux doctor --report", "to paste into an issue"],
  ],
  async run({ args }) {
    const { checks, health, sessions } = await examine();
    const isOk = checks.every(({ state }) => state !== "error");
    if (!isOk) process.exitCode = 1;
    if (!args.report) return args.json ? printJson({ ok: isOk, checks }) : print(render(checks));
    const { makeReport } = await import("./_report.ts");
    const report = makeReport({ checks, health, sessions }, process.env, ourHome());
    await (args.json ? printJson(report) : print(cleanJson(report, 2)));
  },
});

interface Examination {
  checks: Check[];
  /** Null: no daemon answers, and then there are no sessions. */
  health: Health | null;
  sessions: SessionJson[];
}

async function examine(): Promise<Examination> {
  const [{ loadConfig }, look, files, machine, ofAgents, { checkHooks }, { survey }] =
    await Promise.all([
      import("./_config.ts"),
      import("./_checks.ts"),
      import("./_checks-files.ts"),
      import("./_checks-machine.ts"),
      import("./_checks-agents.ts"),
      import("./_checks-hooks.ts"),
      import("../setup/survey.ts"),
    ]);
  const { checkTelling } = await import("./_checks-telling.ts");
  const { findReader, findTellers } = await import("./_tellers.ts");
  const paths = ourPaths();
  const ours = await loadConfig();
  const health = await look.askHealth(paths);
  const sessions = health ? await askSessions() : [];
  const world = setupWorld();
  const surveyed = await survey(world, "install", null);
  const found = surveyed.agents.filter(({ agent }) => ours.agents.has(agent));
  const reader = findReader(paths, ours.config.discovery);
  const tellers = await findTellers(world, found, sessions, reader);
  const now = Date.now();
  const startedAt = health && Date.parse(health.startedAt);
  return {
    health,
    sessions,
    checks: [
      ...look.checkConfig(ours, paths.config),
      await look.checkTmux(),
      ...(await look.checkServers(ours)),
      look.checkFolder("runtime folder", paths.run),
      look.checkFolder("state folder", paths.state),
      ...files.checkPrivate(paths),
      look.checkSocket(paths),
      ...look.checkDaemon(paths, health),
      ...files.checkLeftovers(paths),
      ...(await look.checkProcesses(ours)),
      ...machine.checkWatches(),
      files.checkClock(paths, startedAt, now),
      ...files.checkFuture(paths, now),
      ...ofAgents.checkVersions(found, ours.agents),
      ...checkHooks(found, surveyed.script),
      ...checkTelling(tellers, reader.folder),
      machine.checkLocale(process.env),
      look.checkNode(),
    ],
  };
}

/** None when the daemon has ended meanwhile. */
async function askSessions(): Promise<SessionJson[]> {
  const question = { path: "/v1/sessions" };
  const answer = ask<Pick<SnapshotJson, "sessions">>(question, { start: false });
  return answer.then(
    ({ sessions }) => sessions,
    () => [],
  );
}

function render(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const columns = terminalWidth() ?? Infinity;
  return checks
    .flatMap(({ name, state, message, hint }) => {
      const [mark, style] = MARKS[state];
      const [first = "", ...more] = [message, hint ?? []]
        .flat()
        .flatMap((text) => wrap(clean(text), columns - width - 4));
      const head = `${paint(style, mark)} ${name.padEnd(width)}  `;
      return [head + first, ...more.map((line) => " ".repeat(width + 4) + line)];
    })
    .join("\n");
}
