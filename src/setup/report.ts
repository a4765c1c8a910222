/** What a survey and its carrying out come to: the document of `ccmux setup --json`. Pure. */
import { diffOf } from "./diff.ts";
import type { Refusal } from "./entries.ts";
import type { Task } from "./plan.ts";
import type { AgentPlan, FilePlan, Survey } from "./survey.ts";

export interface SetupReport {
  /** Nothing was refused. */
  ok: boolean;
  task: Task;
  /** False: this only says what would change. */
  applied: boolean;
  agents: AgentReport[];
  /** What the agents' hooks run. */
  script: FileReport;
}

export interface AgentReport {
  agent: string;
  title: string;
  /** What a person gets from it. */
  gains: string;
  /** The program on PATH; null: none is. */
  program: string | null;
  version: string | null;
  /**
   * Of all its files together; `partly`: they differ. `missing`: it is not installed, or there is nothing to take
   * back, and so nothing is done.
   */
  state: FilePlan["state"] | "partly" | "missing";
  files: FileReport[];
  /** The command that takes it back. */
  undo: string;
}

export interface FileReport {
  path: string;
  state: FilePlan["state"];
  /** Those that it has our hooks for. */
  events: readonly string[];
  /** What happens to it; null: nothing. */
  change: "make" | "edit" | "remove" | null;
  /** Unified; empty without a change. */
  diff: string;
  /** The change was made. */
  done: boolean;
  /** Why not. */
  refused: { message: string; hint: string } | null;
  /** The setting that keeps its hooks from running; null: none does. */
  off: string | null;
  /** Events whose hooks a person has yet to trust; null: the agent does not ask for that. */
  untrusted: readonly string[] | null;
  /** What the person does when it is off, or not trusted; null: nothing. */
  todo: string | null;
  /** What is to be known of it. */
  notes: readonly string[];
}

/** @param failures what `apply` said, by path; null: nothing was applied */
export function toReport(
  { task, agents, script }: Survey,
  failures: ReadonlyMap<string, Refusal> | null,
): SetupReport {
  const toFile = (plan: FilePlan): FileReport => reportFile(plan, task, failures);
  const reports = agents.map((agent) =>
    reportAgent(agent, agent.isLeftOut ? [] : agent.files.map(toFile)),
  );
  const files = [toFile(script), ...reports.flatMap((agent) => agent.files)];
  return {
    ok: files.every(({ refused }) => refused === null),
    task,
    applied: failures !== null,
    agents: reports,
    script: files[0]!,
  };
}

/** All files of a report, the script's first. */
export function filesOf({ agents, script }: SetupReport): FileReport[] {
  return [script, ...agents.flatMap(({ files }) => files)];
}

function reportAgent(
  { agent, title, gains, program, version }: AgentPlan,
  files: FileReport[],
): AgentReport {
  const states = [...new Set(files.map(({ state }) => state))];
  const state = states.length > 1 ? "partly" : (states[0] ?? "missing");
  const undo = `ccmux setup --uninstall --agent ${agent}`;
  return { agent, title, gains, program, version, state, files, undo };
}

function reportFile(
  { path, target, state, events, change, refused, standing, notes }: FilePlan,
  task: Task,
  failures: ReadonlyMap<string, Refusal> | null,
): FileReport {
  const why = refused ?? failures?.get(path) ?? null;
  const done = failures !== null && change !== null && why === null;
  const before = target?.bytes ?? null;
  const {
    off = null,
    untrusted = null,
    hint = "",
  } = (done ? standing?.after : standing?.now) ?? {};
  const isHeld = off !== null || (untrusted !== null && untrusted.length > 0);
  return {
    path,
    state: !done ? state : task === "install" ? "installed" : "absent",
    events,
    change: change && (change.after === null ? "remove" : before === null ? "make" : "edit"),
    diff: change ? diffOf(path, before, change.after) : "",
    done,
    refused: why && { message: why.refused, hint: why.hint },
    off,
    untrusted,
    todo: isHeld ? hint : null,
    notes,
  };
}
