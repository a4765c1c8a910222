import { randomBytes } from "node:crypto";
import type { Agent, ScreenReading } from "../agents/define.ts";
import type { Discovery } from "../io/host.ts";
import { readLive, type LiveProcess } from "../io/live-process.ts";
import { runTmux } from "../io/tmux.ts";
import { withHighlight } from "./highlight.ts";
import { cellsOf } from "./paint.ts";
import { squeeze } from "./text.ts";

/** Which agent in which pane somebody named: what every key is checked against. */
export interface Target {
  agent: Agent;
  pid: number;
  startTicks: number;
  /** In epoch milliseconds. */
  startedAt: number;
  socket: string;
  serverPid: number;
  panePid: number;
  /** `%N`. */
  pane: string;
  project: string | null;
  /** The process draws on the pane's own terminal. */
  onPaneTty: boolean;
}

/** One look at the pane and at the process: all that gates and proofs go by. */
export interface Look {
  at: number;
  /** The pane is the one that was meant: same server, same first process, alive. */
  samePane: boolean;
  inMode: boolean;
  /** Null: the process is gone. */
  process: LiveProcess | null;
  lines: readonly string[];
  /** The same rows with their attributes. */
  painted: readonly string[];
  reading: ScreenReading;
}

export type LookResult = { ok: true; look: Look } | { ok: false; message: string };

const TIMEOUT_MS = 3000;

/** Everything in one client, so that it is one moment. */
export async function look(target: Target, discovery: Discovery): Promise<LookResult> {
  const { socket, pane, agent, pid } = target;
  if (!agent.screen)
    return { ok: false, message: `nobody can read the screen of ${agent.title} yet` };
  const nonce = randomBytes(16).toString("hex");
  const head = "#{pid} #{pane_pid} #{pane_dead} #{pane_in_mode} #{pane_height} #{pane_title}";
  const stdin = [
    `display-message -p -t ${pane} "${nonce} ${head}"`,
    `capture-pane -p -t ${pane}`,
    `display-message -p "${nonce} "`,
    `capture-pane -p -e -t ${pane}`,
    "",
  ].join("\n");
  const result = await runTmux(socket, ["source-file", "-"], { stdin, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return { ok: false, message: result.message };
  // After the drawing: a process that ended in between is gone.
  const process = await readLive(pid, discovery);
  const [, plain = "", colours = ""] = result.stdout.split(`${nonce} `);
  const [first = "", ...lines] = plain.split("\n").slice(0, -1);
  const [serverPid, panePid, dead, inMode, height, ...title] = first.split(" ");
  const painted = colours.split("\n").slice(1, -1);
  if ([lines, painted].some((rows) => rows.length !== Number(height)))
    return { ok: false, message: "its rows are not as many as it is high" };
  const reading = agent.screen.read({ lines, title: title.join(" "), project: target.project });
  return {
    ok: true,
    look: {
      at: Date.now(),
      samePane:
        Number(serverPid) === target.serverPid &&
        Number(panePid) === target.panePid &&
        dead === "0",
      inMode: inMode !== "0",
      process,
      lines,
      painted,
      reading: { ...reading, options: withHighlight(reading.options, painted) },
    },
  };
}

/**
 * Whether the composer holds nothing of a person's. By wording, or because all of it is drawn dim or
 * reversed (a block cursor): that is how agents draw what they suggest.
 */
export function isComposerEmpty({ reading, lines, painted }: Look): boolean {
  const { composer, promptRow, written } = reading;
  if (composer !== "draft") return composer === "empty";
  if (promptRow === null || written === null || written.includes("\n")) return false;
  const own = (cellsOf(painted)[promptRow] ?? []).filter(({ dim, reverse }) => !dim && !reverse);
  const left = charsOf(own.map(({ char }) => char).join(""));
  // Only the prompt sign may be left, and not every agent has one.
  const sign = charsOf(lines[promptRow] ?? "").length - charsOf(written).length;
  return left.length <= Math.min(1, sign);
}

function charsOf(text: string): string {
  return squeeze(text).replaceAll("|", "");
}
