import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRef } from "../core/types.ts";
import { quoteForTmux as quote } from "../io/tmux.ts";
import type { Actor, Pane } from "./actor.ts";
import { childrenOf, look } from "./processes.ts";
import type { Programs } from "./programs.ts";
import type { Tmux } from "./tmux.ts";

export interface SpawnContext {
  dir: string;
  tmux: Tmux;
  programs: Programs;
  /** Overrides the recordings' own size. */
  size: { cols?: number | undefined; rows?: number | undefined };
}

/** The session's name comes last: it is the only one of them that may hold a space. */
const FIELDS =
  "#{pane_id} #{window_id} #{window_index}.#{pane_index} #{pane_tty} #{pane_pid} #{pid} #{session_name}";

/** Gives each actor a pane of its own, in one call of tmux whatever their number. */
export async function openPanes(actors: readonly Actor[], context: SpawnContext): Promise<void> {
  const { tmux } = context;
  const sessions = new Set(await sessionsOf(tmux));
  // tmux 3.3a crashes when it opens a window while `window-size` is `manual`; so it is set only
  // once they stand, to keep a client that attaches from resizing what can't redraw itself.
  const lines = ["set -g window-size latest"];
  for (const actor of actors) lines.push(...linesFor(actor, sessions, context));
  const printed = await tmux.feed([...lines, "set -g window-size manual"]);
  const rows = printed.split("\n").filter(Boolean);
  if (rows.length !== actors.length)
    throw new Error(`tmux opened ${rows.length} of ${actors.length} panes`);
  const panes = rows.map((row) => row.split(" "));
  const facts = look(panes.flatMap((fields) => [Number(fields[4]), Number(fields[5])]));
  for (const [at, actor] of actors.entries()) {
    const [id, window, place, tty, shell, server, ...name] = panes[at]!;
    const session = name.join(" ");
    const process = (pid: string): Pane["shell"] => {
      const { startTicks = 0 } = facts.get(Number(pid)) ?? {};
      return { pid: Number(pid), startTicks };
    };
    actor.pane = {
      id: id!,
      window: window!,
      session,
      target: `${session}:${place}`,
      tty: tty!,
      shell: process(shell!),
      server: process(server!),
    };
  }
}

function* linesFor(actor: Actor, sessions: Set<string>, context: SpawnContext): Generator<string> {
  const { session = "main", screen, env = {} } = actor.spec;
  const [cols, rows] = [context.size.cols ?? screen.cols, context.size.rows ?? screen.rows];
  if (sessions.has(session)) {
    yield `set -t ${quote(`=${session}:`)} default-size ${cols}x${rows}`;
  }
  const place = sessions.has(session)
    ? `new-window -d -t ${quote(`=${session}:`)}`
    : `new-session -d -s ${quote(session)} -x ${cols} -y ${rows}`;
  sessions.add(session);
  const variables = Object.entries(env).map(([name, value]) => `-e ${quote(`${name}=${value}`)}`);
  const command = [
    "sh",
    join(context.dir, "pane.sh"),
    gateOf(context.dir, actor),
    String(process.pid),
    actor.cwd,
    ...context.programs.of(actor.agent).command,
  ];
  // A window with a name of its own is not renamed all the time after what runs in it.
  const name = actor.project.replaceAll(/[^\w.-]/g, "-");
  yield [
    place,
    ...variables,
    "-n",
    quote(name),
    "-P -F",
    quote(FIELDS),
    ...command.map(quote),
  ].join(" ");
}

export function gateOf(dir: string, actor: Actor): string {
  return join(dir, "gates", String(actor.index));
}

/** Waits until each agent is its terminal's foreground and runs under its own name. */
export async function awaitAgents(
  actors: readonly Actor[],
  programs: Programs,
  timeoutMs: number,
): Promise<void> {
  let waiting = actors;
  for (const deadline = Date.now() + timeoutMs; ; await sleep(25)) {
    const shells = look(waiting.map(({ pane }) => pane!.shell.pid));
    const leaderOf = (actor: Actor): number => shells.get(actor.pane!.shell.pid)?.foreground ?? -1;
    const leaders = look(waiting.map(leaderOf).filter((pid) => pid > 0));
    for (const actor of waiting) {
      const leader = leaders.get(leaderOf(actor));
      const { command, launched, argv0 } = programs.of(actor.agent);
      if (leader?.argv0 !== command[0]) continue;
      const children = launched ? [...look(childrenOf(leader!.pid)).values()] : [];
      const agent = launched ? children.find((child) => child.argv0 === argv0) : leader;
      actor.launcher = launched ? toRef(leader!) : null;
      actor.process = agent ? toRef(agent) : null;
    }
    waiting = waiting.filter(({ process }) => !process);
    if (waiting.length === 0) return;
    if (Date.now() > deadline) {
      const { agent, index } = waiting[0]!;
      throw new Error(
        `${waiting.length} stand-ins did not start, the first is ${agent}, number ${index}`,
      );
    }
  }
}

/** Waits until tmux has read what was drawn: the title is the last of it. */
export async function awaitTitles(
  actors: readonly Actor[],
  tmux: Tmux,
  timeoutMs: number,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(25)) {
    const printed = await tmux.run(["list-panes", "-a", "-F", "#{pane_id} #{pane_title}"]);
    const titles = new Map(
      printed.split("\n").map((line) => [line.split(" ", 1)[0], line.replace(/^\S* /, "")]),
    );
    const late = actors.find(({ pane, title }) => titles.get(pane!.id) !== title);
    if (!late) return;
    if (Date.now() > deadline) {
      throw new Error(
        `The title of ${late.pane!.id} is "${titles.get(late.pane!.id)}", not "${late.title}"`,
      );
    }
  }
}

function toRef({ pid, startTicks }: ProcessRef): ProcessRef {
  return { pid, startTicks };
}

async function sessionsOf(tmux: Tmux): Promise<string[]> {
  // No server is no session, and the usual case.
  const printed = await tmux.run(["list-sessions", "-F", "#{session_name}"]).catch(() => "");
  return printed.split("\n").filter(Boolean);
}
