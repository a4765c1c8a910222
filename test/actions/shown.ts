import { existsSync, readFileSync } from "node:fs";
import { withHighlight } from "../../src/actions/highlight.ts";
import type { Look, Target } from "../../src/actions/look.ts";
import type { Agent } from "../../src/agents/define.ts";

const SCREENS = new URL("../rig/screens/", import.meta.url);

/** An agent of pid 7 in pane %0. */
export const targetOf = (agent: Agent): Target => ({
  agent,
  pid: 7,
  startTicks: 70,
  startedAt: 0,
  socket: "/s",
  serverPid: 1,
  panePid: 6,
  pane: "%0",
  project: "project",
  onPaneTty: true,
});

/** Rows of a recorded file, `claude-2.1.332/idle-draft.txt`. */
export const rowsOf = (file: string): string[] =>
  readFileSync(new URL(file, SCREENS), "utf8").replace(/\n$/, "").split("\n");

/** A look at rows, as `look` makes it. */
export function show(agent: Agent, lines: readonly string[], painted = lines): Look {
  const reading = agent.screen!.read({ lines, title: null, project: null });
  return {
    at: 0,
    samePane: true,
    inMode: false,
    process: { startTicks: 70, state: "S", pgrp: 7, tpgid: 7 },
    lines,
    painted,
    reading: { ...reading, options: withHighlight(reading.options, painted) },
  };
}

/** A look at a recorded state, with its colours where they were recorded. */
export function showState(
  agent: Agent,
  state: string,
  change: (row: string) => string = (row) => row,
): Look {
  const isPainted = existsSync(new URL(`${state}.ansi`, SCREENS));
  const lines = rowsOf(`${state}.txt`).map(change);
  return show(agent, lines, isPainted ? rowsOf(`${state}.ansi`) : lines);
}
