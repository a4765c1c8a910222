import fs from "node:fs";
import { clean } from "../core/clean.ts";
import type { SessionJson, SnapshotJson } from "../core/session.ts";
import { request } from "../io/client.ts";
import { readLock } from "../io/lock-file.ts";
import type { Check } from "./_check.ts";
import type { Health } from "./_checks.ts";
import { ourHome, ourPaths } from "./_client.ts";
import { command } from "./_command.ts";
import { paint, print, printJson } from "./_output.ts";

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
    const { checks, health } = await examine();
    const isOk = checks.every(({ state }) => state !== "error");
    if (!isOk) process.exitCode = 1;
    if (!args.report) return args.json ? printJson({ ok: isOk, checks }) : print(render(checks));
    const { makeReport } = await import("./_report.ts");
    const sessions = health ? await askSessions() : [];
    const report = makeReport({ checks, health, sessions }, process.env, ourHome());
    await (args.json ? printJson(report) : print(JSON.stringify(report, null, 2)));
  },
});

async function examine(): Promise<{ checks: Check[]; health: Health | null }> {
  const [{ loadConfig }, look, files, machine, ofAgents, { survey }] = await Promise.all([
    import("./_config.ts"),
    import("./_checks.ts"),
    import("./_checks-files.ts"),
    import("./_checks-machine.ts"),
    import("./_checks-agents.ts"),
    import("../setup/survey.ts"),
  ]);
  const paths = ourPaths();
  const ours = await loadConfig();
  const health = await look.askHealth(paths);
  const uid = process.getuid?.() ?? -1;
  const world = { disk: fs, env: process.env, home: ourHome(), paths, uid };
  const { agents: found } = await survey(world, "install", null);
  const now = Date.now();
  const startedAt = health && Date.parse(health.startedAt);
  return {
    health,
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
      machine.checkLocale(process.env),
      look.checkNode(),
    ],
  };
}

/** Of the daemon that runs: nothing is started to be looked at. */
async function askSessions(): Promise<SessionJson[]> {
  const { socket } = readLock(ourPaths().lock) ?? ourPaths();
  return (JSON.parse(await request(socket, { path: "/v1/sessions" })) as SnapshotJson).sessions;
}

function render(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .flatMap(({ name, state, message, hint }) => {
      const [mark, style] = MARKS[state];
      const line = `${paint(style, mark)} ${name.padEnd(width)}  ${clean(message)}`;
      return hint === null ? [line] : [line, `${" ".repeat(width + 4)}${clean(hint)}`];
    })
    .join("\n");
}
