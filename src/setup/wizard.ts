/** The guided setup: it looks, says what it found, shows what would change, asks, writes, and says how to undo it. */
import {
  cancel,
  confirm,
  intro,
  isCancel,
  log,
  multiselect,
  note,
  outro,
  spinner,
} from "@clack/prompts";
import { basename } from "node:path";
import { toFailure } from "../core/errors.ts";
import { apply } from "./apply.ts";
import { sayWhere, SHELLS } from "./completions.ts";
import { hasCompletions, installCompletions } from "./install-completions.ts";
import type { Task } from "./plan.ts";
import {
  filesOf,
  toReport,
  type AgentReport,
  type FileReport,
  type SetupReport,
} from "./report.ts";
import { survey, type Survey, type World } from "./survey.ts";

/** How the same things are said without a wizard. */
export interface Show {
  /** A line an agent and its files. */
  found(report: SetupReport): string;
  /** What a file becomes. */
  change(file: FileReport): string;
  path(path: string): string;
  /** What became of it, and what is still to be done by the person. */
  result(file: FileReport): string;
}

const WORDS = {
  install: {
    which: "Which of them shall tell ccmux what they do?",
    none: "All of it is as it should be.",
    ask: (files: string) => `Write ${files}?`,
    end: "Restart the agents that run: they begin to tell then.",
  },
  uninstall: {
    which: "Which of them shall ccmux leave?",
    none: "Nothing of ccmux is there.",
    ask: (files: string) => `Take ccmux out of ${files}?`,
    end: "Agents that run already keep it until they end.",
  },
} as const;

/**
 * @param names only these agents; null: all
 * @returns what came of it; null: the person went away, and nothing was written
 */
export async function runWizard(
  world: World,
  task: Task,
  names: readonly string[] | null,
  show: Show,
): Promise<SetupReport | null> {
  const words = WORDS[task];
  intro("ccmux setup");
  const seen = toReport(await look(world, task, names), null);
  note(show.found(seen), "Found", { format: asIs });
  const isOffered = ({ files, state }: AgentReport): boolean =>
    files.some(mayChange) || (task === "install" && state === "absent");
  const open = seen.agents.filter(isOffered);
  if (open.length === 0) return end(seen, words.none);

  const chosen = await multiselect({
    message: words.which,
    options: open.map(({ agent, title }) => ({ value: agent, label: title })),
    // What is done only when asked for, is asked for here.
    initialValues: open.filter(({ files }) => files.some(mayChange)).map(({ agent }) => agent),
    required: false,
  });
  if (isCancel(chosen)) return leave();
  if (chosen.length === 0) return end(seen, "Nothing was chosen, and nothing written.");

  // Looked at anew: a person may take an hour to answer.
  const plan = await look(world, task, chosen);
  const changes = filesOf(toReport(plan, null)).filter(mayChange);
  for (const file of changes) note(show.change(file), show.path(file.path), { format: asIs });
  const count = changes.length === 1 ? "this file" : `these ${changes.length} files`;
  const agreed = await confirm({ message: words.ask(count) });
  if (isCancel(agreed)) return leave();
  if (!agreed) return end(seen, "Nothing was written.");

  const result = toReport(plan, apply(world, plan));
  for (const file of filesOf(result).filter(({ done, refused }) => done || refused))
    (file.refused ? log.error : log.success)(show.result(file));
  if (task === "install") await offerCompletions(world);
  const undo = chosen.length === 1 ? result.agents[0]!.undo : "ccmux setup --uninstall";
  return end(result, task === "install" ? `${words.end}\n   To undo it: ${undo}` : words.end);
}

function mayChange({ change, refused }: FileReport): boolean {
  return change !== null && refused === null;
}

/** Asks every agent for its version: that may take a second each. */
async function look(world: World, task: Task, names: readonly string[] | null): Promise<Survey> {
  const wheel = spinner();
  wheel.start("Looking for agents");
  const found = await survey(world, task, names);
  wheel.stop("Looked for agents");
  return found;
}

/** Of the shell that the person has; the hooks are written already, whatever becomes of this. */
async function offerCompletions({ env, home }: World): Promise<void> {
  const shell = SHELLS.find((one) => one === basename(env.SHELL ?? ""));
  if (!shell || (await hasCompletions(shell, env, home))) return;
  const agreed = await confirm({ message: `Complete ccmux's words at TAB in ${shell}, too?` });
  if (isCancel(agreed) || !agreed) return;
  try {
    const { path, needs } = await installCompletions(shell, env, home);
    log.success(`${path}: written`);
    if (needs) log.info(`${sayWhere(needs)}:\n${needs.line}`);
  } catch (error) {
    const { message, hint } = toFailure(error);
    log.error(`${message}\n${hint}`);
  }
}

function leave(): null {
  cancel("Nothing was written.");
  return null;
}

function end(report: SetupReport, words: string): SetupReport {
  outro(words);
  return report;
}

function asIs(line: string): string {
  return line;
}
