import type { Command } from "./_command.ts";

/** One row a command, in the order of `--help`; the file is loaded only when it runs. */
export interface CommandRow {
  name: string;
  aliases?: readonly string[];
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
    description: "Every agent, those that need you first",
    load: () => load(import("./list.ts")),
  },
  {
    name: "status",
    description: "How many work, wait and are done",
    load: () => load(import("./status.ts")),
  },
  {
    name: "wait",
    description: "Wait until agents are idle, need you, or end",
    load: () => load(import("./wait.ts")),
  },
  {
    name: "send",
    description: "Write to an agent and submit it, once, or type nothing",
    load: () => load(import("./send.ts")),
  },
  {
    name: "approve",
    description: "Say yes to what an agent asks, this once",
    load: () => load(import("./approve.ts")),
  },
  {
    name: "deny",
    description: "Say no to what an agent asks",
    load: () => load(import("./deny.ts")),
  },
  {
    name: "answer",
    description: "Answer what an agent asks: an option, or your own words",
    load: () => load(import("./answer.ts")),
  },
  {
    name: "interrupt",
    description: "End an agent's turn, with its own keys",
    load: () => load(import("./interrupt.ts")),
  },
  {
    name: "keys",
    description: "Press keys in an agent's pane",
    load: () => load(import("./keys.ts")),
  },
  {
    name: "last",
    description: "What an agent said last, from its own log",
    load: () => load(import("./last.ts")),
  },
  {
    name: "screen",
    description: "What an agent's pane shows",
    load: () => load(import("./screen.ts")),
  },
  {
    name: "explain",
    description: "Why an agent has its status",
    load: () => load(import("./explain.ts")),
  },
  {
    name: "events",
    description: "What happened, and with --follow what happens",
    load: () => load(import("./events.ts")),
  },
  {
    name: "label",
    description: "Name an agent; the name stays with its conversation",
    load: () => load(import("./label.ts")),
  },
  {
    name: "seen",
    description: "Note that you have looked: unread no more",
    load: () => load(import("./seen.ts")),
  },
  {
    name: "daemon",
    description: "Start, stop and look at the daemon",
    load: () => load(import("./daemon.ts")),
  },
  {
    name: "doctor",
    description: "What is wrong here, and what to do",
    load: () => load(import("./doctor.ts")),
  },
  {
    name: "demo",
    description: "Show it all on a stage with stand-in agents",
    load: () => load(import("./demo.ts")),
  },
];
