import { clean } from "../core/clean.ts";
import type { Show } from "../setup/wizard.ts";
import { filesOf, type AgentReport, type FileReport, type SetupReport } from "../setup/report.ts";
import { paint } from "./_output.ts";

const STATES: Readonly<Record<AgentReport["state"], string>> = {
  installed: "installed",
  outdated: "out of date",
  partly: "partly installed",
  absent: "not installed",
  unsupported: "too old for hooks",
  unknown: "can't tell",
  missing: "no such agent here",
};

/** A line for each agent, and one for each of its files. */
export function renderStatus({ agents, script }: SetupReport, home: string): string {
  const width = Math.max(...agents.map(({ title }) => title.length), SCRIPT.length);
  const line = (title: string, state: AgentReport["state"], rest = ""): string =>
    `${title.padEnd(width)}  ${paint(state === "installed" ? "green" : "dim", STATES[state])}${rest}`;
  return [
    ...agents.flatMap(({ title, version, state, files, program }) => [
      line(title, state, program ? `, ${version ?? "version unknown"}` : ""),
      ...files.flatMap((file) => [
        `  ${short(file.path, home)}: ${seen(file, files)}`,
        ...asides(file),
      ]),
    ]),
    line(SCRIPT, script.state, `, ${short(script.path, home)}`),
  ].join("\n");
}

const SCRIPT = "Hook script";
const INDENT = "    ";

function seen({ state, events, untrusted, off }: FileReport, all: readonly FileReport[]): string {
  const parts = [
    all.length > 1 || events.length === 0 ? STATES[state] : "",
    events.length > 0 ? `${events.length} events` : "",
    events.length > 0 && untrusted !== null
      ? untrusted.length > 0
        ? `${untrusted.length} not trusted yet`
        : "trusted"
      : "",
    off === null ? "" : "switched off",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The same, for the wizard. */
export function showFor(home: string): Show {
  return {
    found({ agents }) {
      const here = agents.filter(({ state }) => state !== "missing");
      return [
        ...here.flatMap(({ title, version, state, gains, files }) => [
          `${paint("bold", `${title} ${version ?? ""}`.trimEnd())}: ${STATES[state]}`,
          paint("dim", gains),
          ...files.flatMap(asides),
        ]),
        ...renderMissing(agents),
      ].join("\n");
    },
    change: (file) => [...renderDiff(file), ...asides(file)].map(unindent).join("\n"),
    path: (path) => short(path, home),
    result: (file) => {
      const what = file.refused ? "not changed" : file.change === "remove" ? "removed" : "written";
      return [`${short(file.path, home)}: ${what}`, ...asides(file).map(unindent)].join("\n");
    },
  };
}

const unindent = (line: string): string => line.slice(INDENT.length);

function renderMissing(agents: readonly AgentReport[]): string[] {
  const missing = agents.filter(({ state, program }) => state === "missing" && program === null);
  const names = missing.map(({ title }) => title);
  return names.length > 0 ? [paint("dim", `Not on PATH: ${names.join(", ")}.`)] : [];
}

/** What would change, or has. */
export function renderChanges(report: SetupReport, home: string): string {
  const { agents, script, applied } = report;
  const here = agents.filter(({ state }) => state !== "missing");
  const count = filesOf(report).filter(({ done }) => done).length;
  return [
    ...here.flatMap((agent) => renderAgent(agent, home)),
    ...(script.change || script.refused ? ["Hook script", ...renderFile(script, home), ""] : []),
    ...renderMissing(agents),
    ...(applied ? [count === 0 ? "Nothing had to change." : `Files changed: ${count}.`] : []),
    ...(applied && count > 0 ? afterwards(report) : []),
  ].join("\n");
}

function renderAgent(agent: AgentReport, home: string): string[] {
  const { title, version, gains, files } = agent;
  const head = paint("bold", `${title} ${version ?? ""}`.trimEnd());
  return [`${head}: ${gains}`, ...files.flatMap((file) => renderFile(file, home)), ""];
}

function renderFile(file: FileReport, home: string): string[] {
  const { path, change, done, refused, state } = file;
  const as = refused ? "not changed" : done ? "done" : change ? "" : STATES[state];
  return [
    `  ${short(path, home)}${as && `: ${as}`}`,
    ...asides(file),
    ...(done ? [] : renderDiff(file)),
  ];
}

function asides({ refused, notes, off, todo, untrusted }: FileReport): string[] {
  const why = refused ? [paint("red", clean(`It ${refused.message}.`)), clean(refused.hint)] : [];
  const held = off
    ? [`Hooks are switched off by ${off}.`]
    : untrusted && untrusted.length > 0
      ? [`It runs none of them before you trust them.`]
      : [];
  return [
    ...why,
    ...notes.map((note) => clean(`It ${note}.`)),
    ...held.map((line) => paint("yellow", line)),
    ...(todo ? [todo] : []),
  ].map((line) => INDENT + line);
}

const STYLES = { "+": "green", "-": "red", "@": "cyan" } as const;

/** Without its head, which names the file twice; of one that is all ours, only how long it is. */
function renderDiff({ diff, change }: FileReport): string[] {
  const lines = diff.trimEnd().split("\n").slice(2);
  if (change !== "edit") {
    const verb = change === "make" ? "new" : "goes";
    return lines.length > 0 ? [`${INDENT}${verb}, ${lines.length - 1} lines`] : [];
  }
  return lines.map((line) => {
    const style = STYLES[line[0] as keyof typeof STYLES] ?? "dim";
    return `${INDENT}${paint(style, line.replaceAll(/\p{Cc}/gu, " "))}`;
  });
}

function afterwards({ task, agents }: SetupReport): string[] {
  if (task === "uninstall") return [];
  const [only, ...others] = agents.filter(({ state }) => state !== "missing");
  const undo = others.length === 0 && only ? only.undo : "ccmux setup --uninstall";
  return [
    "Agents that run already take it up when they are started anew.",
    `To take it back: ${undo}`,
  ];
}

function short(path: string, home: string): string {
  return clean(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}
