import type { Command } from "./_command.ts";

/** Where `--help` shows it: `tend` is what is done to a row, `write` what is typed into a pane. */
export type Group = "look" | "wait" | "write" | "tend" | "setUp";

/** One row a command, in the order of `--help`; the file is loaded only when it runs. */
export interface CommandRow {
  name: string;
  aliases?: readonly string[];
  group: Group;
  description: string;
  hidden?: boolean;
  load(): Promise<Command>;
}

const load = (module: Promise<{ default: unknown }>): Promise<Command> =>
  module.then((it) => it.default as Command);

export const COMMANDS: readonly CommandRow[] = [
  {
    name: "list",
    aliases: ["ls", "show"],
    group: "look",
    description: "Every agent, those that need you first",
    load: () => load(import("./list.ts")),
  },
  {
    name: "status",
    group: "look",
    description: "How many work, wait and are done",
    load: () => load(import("./status.ts")),
  },
  {
    name: "screen",
    group: "look",
    description: "What an agent's pane shows",
    load: () => load(import("./screen.ts")),
  },
  {
    name: "last",
    group: "look",
    description: "What an agent said last, from its own log",
    load: () => load(import("./last.ts")),
  },
  {
    name: "search",
    group: "look",
    description: "Find words in prompts, answers and panes",
    load: () => load(import("./search.ts")),
  },
  {
    name: "switch",
    group: "look",
    description: "Go to an agent's pane",
    load: () => load(import("./switch.ts")),
  },
  {
    name: "explain",
    group: "look",
    description: "Why an agent has its status",
    load: () => load(import("./explain.ts")),
  },
  {
    name: "wait",
    group: "wait",
    description: "Wait until agents are idle, need you, or end",
    load: () => load(import("./wait.ts")),
  },
  {
    name: "events",
    group: "wait",
    description: "What happened, and with --follow what happens",
    load: () => load(import("./events.ts")),
  },
  {
    name: "send",
    group: "write",
    description: "Write to an agent and submit it, once, or type nothing",
    load: () => load(import("./send.ts")),
  },
  {
    name: "approve",
    group: "write",
    description: "Say yes to what an agent asks, this once",
    load: () => load(import("./approve.ts")),
  },
  {
    name: "deny",
    group: "write",
    description: "Say no to what an agent asks",
    load: () => load(import("./deny.ts")),
  },
  {
    name: "answer",
    group: "write",
    description: "Answer what an agent asks: an option, or your own words",
    load: () => load(import("./answer.ts")),
  },
  {
    name: "interrupt",
    group: "write",
    description: "End an agent's turn, with its own keys",
    load: () => load(import("./interrupt.ts")),
  },
  {
    name: "keys",
    group: "write",
    description: "Press keys in an agent's pane",
    load: () => load(import("./keys.ts")),
  },
  {
    name: "label",
    group: "tend",
    description: "Name an agent; the name stays with its conversation",
    load: () => load(import("./label.ts")),
  },
  {
    name: "seen",
    group: "tend",
    description: "Note that you have looked: unread no more",
    load: () => load(import("./seen.ts")),
  },
  {
    name: "dismiss",
    group: "tend",
    description: "Take a row away until its agent does something else",
    load: () => load(import("./dismiss.ts")),
  },
  {
    name: "kill",
    group: "tend",
    description: "End an agent, and see that it is gone",
    load: () => load(import("./kill.ts")),
  },
  {
    name: "setup",
    group: "setUp",
    description: "Have agents tell ccmux at once what they do",
    load: () => load(import("./setup.ts")),
  },
  {
    name: "config",
    group: "setUp",
    description: "Look at and change the settings in ccmux.json",
    load: () => load(import("./config.ts")),
  },
  {
    name: "doctor",
    group: "setUp",
    description: "What is wrong here, and what to do",
    load: () => load(import("./doctor.ts")),
  },
  {
    name: "daemon",
    group: "setUp",
    description: "Start, stop and look at the daemon",
    load: () => load(import("./daemon.ts")),
  },
  {
    name: "completions",
    group: "setUp",
    description: "Completion for bash, zsh or fish",
    load: () => load(import("./completions.ts")),
  },
  {
    name: "uninstall",
    group: "setUp",
    description: "Take ccmux out of agents, shells and tmux, and stop it",
    load: () => load(import("./uninstall.ts")),
  },
  {
    name: "demo",
    group: "setUp",
    description: "Show it all on a stage with stand-in agents",
    load: () => load(import("./demo.ts")),
  },
];
