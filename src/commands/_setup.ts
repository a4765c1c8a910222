import { clean } from "../core/clean.ts";
import type { AgentReport, FileReport, SetupReport } from "../setup/report.ts";
import { paint } from "./_output.ts";

const STATES: Readonly<Record<AgentReport["state"], string>> = {
  installed: "installed",
  outdated: "out of date",
  partly: "partly installed",
  absent: "not installed",
  unsupported: "too old for hooks",
  unknown: "can't tell",
};

/** A line an agent, and one for each file that is not as the others. */
export function renderStatus({ agents, script }: SetupReport, home: string): string {
  const width = Math.max(0, ...agents.map(({ title }) => title.length));
  const lines = agents.flatMap(({ title, version, state, files, program }) => [
    `${title.padEnd(width)}  ${STATES[state]}${program ? ` (${version ?? "version unknown"})` : ""}`,
    ...files.flatMap((file) => [
      `  ${short(file.path, home)}: ${STATES[file.state]}${file.events.length > 0 ? `, ${file.events.length} events` : ""}`,
      ...renderRefusal(file),
    ]),
  ]);
  return [
    ...lines,
    `${"Hook script".padEnd(width)}  ${STATES[script.state]}: ${short(script.path, home)}`,
  ].join("\n");
}

export function renderChanges(report: SetupReport, home: string): string {
  const { agents, script, applied } = report;
  const parts = [
    ...agents.flatMap((agent) => renderAgent(agent, home)),
    ...renderFile(script, home),
  ];
  if (agents.length === 0) return "No agent that setup knows is installed.";
  const changed = [script, ...agents.flatMap(({ files }) => files)].filter(({ done }) => done);
  const end = !applied
    ? []
    : changed.length === 0
      ? ["Nothing had to change."]
      : [`${changed.length} files written.`, ...undoOf(report)];
  return [...parts, ...end].join("\n");
}

function renderAgent(agent: AgentReport, home: string): string[] {
  const { title, version, gains, files } = agent;
  const head = `${paint("bold", title)} ${version ?? ""}`.trimEnd();
  return [`${head}: ${gains}`, ...files.flatMap((file) => renderFile(file, home)), ""];
}

function renderFile(file: FileReport, home: string): string[] {
  const path = short(file.path, home);
  if (file.refused) return [`  ${path}`, ...renderRefusal(file), ...renderDiff(file)];
  if (file.change === null) return [`  ${path}: as it should be`];
  if (file.done) return [`  ${path}: done`];
  return [`  ${path}`, ...renderDiff(file)];
}

function renderRefusal({ refused }: FileReport): string[] {
  return refused
    ? [`    ${paint("red", clean(refused.message))}`, `    ${clean(refused.hint)}`]
    : [];
}

const STYLES = { "+": "green", "-": "red", "@": "cyan" } as const;

/** Without its head, which names the file twice; of one that is all ours, only how long it is. */
function renderDiff({ diff, change }: FileReport): string[] {
  const lines = diff.trimEnd().split("\n").slice(2);
  if (change !== "edit")
    return lines.length > 0 ? [`    ${change}, ${lines.length - 1} lines`] : [];
  return lines.map((line) => {
    const style = STYLES[line[0] as keyof typeof STYLES] ?? "dim";
    return `    ${paint(style, line.replaceAll(/\p{Cc}/gu, " "))}`;
  });
}

function undoOf({ task, agents }: SetupReport): string[] {
  if (task === "uninstall") return [];
  return [`To take it back: ${agents.length === 1 ? agents[0]!.undo : "ccmux setup --uninstall"}`];
}

function short(path: string, home: string): string {
  return clean(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}
