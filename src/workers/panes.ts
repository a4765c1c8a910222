import { randomBytes } from "node:crypto";
import { runTmux } from "../io/tmux.ts";
import type { TmuxFailure } from "./captures.ts";

/** A row of `list-panes`. */
export interface PaneInfo {
  serverPid: number;
  /** `%N`. */
  id: string;
  panePid: number;
  /** `pts/3`. */
  tty: string;
  /** tmux's stamp of the last output in the pane's window, in epoch seconds. */
  activity: number;
  width: number;
  height: number;
  dead: boolean;
  /** In copy mode, or another mode of tmux's own. */
  inMode: boolean;
  /** It is the active pane of the current window of an attached client. */
  looked: boolean;
  command: string;
  /** `session:window.pane`. */
  target: string;
  title: string;
}

export type PaneList = { ok: true; panes: PaneInfo[] } | TmuxFailure;

const FIELDS = [
  "#{pid}",
  "#{pane_id}",
  "#{pane_pid}",
  "#{pane_tty}",
  "#{window_activity}",
  "#{pane_width}",
  "#{pane_height}",
  "#{pane_dead}",
  "#{pane_in_mode}",
  "#{&&:#{pane_active},#{&&:#{window_active},#{session_attached}}}",
  "#{pane_current_command}",
  "#{session_name}:#{window_index}.#{pane_index}",
  "#{pane_title}", // Last: it is somebody else's text and may hold our separator.
];

/** All panes of a server, with one client. */
export async function listPanes(input: { socket: string; timeoutMs: number }): Promise<PaneList> {
  // A title with a line break must not forge a row.
  const nonce = randomBytes(16).toString("hex");
  const result = await runTmux(
    input.socket,
    ["list-panes", "-a", "-F", [nonce, ...FIELDS].join("\t")],
    input,
  );
  return result.ok ? { ok: true, panes: parsePanes(result.stdout, nonce) } : result;
}

/** Pure. A pane in several sessions (groups, linked windows) is one pane: its first row, looked at if any row is. */
export function parsePanes(stdout: string, nonce: string): PaneInfo[] {
  const panes = new Map<string, PaneInfo>();
  for (const line of stdout.split("\n")) {
    const [
      mark,
      pid,
      id,
      panePid,
      tty,
      activity,
      width,
      height,
      dead,
      mode,
      looked,
      command,
      target,
      ...title
    ] = line.split("\t");
    if (mark !== nonce || !id || title.length === 0) continue;
    const seen = panes.get(id);
    if (seen) {
      if (looked === "1") seen.looked = true;
      continue;
    }
    panes.set(id, {
      serverPid: Number(pid),
      id,
      panePid: Number(panePid),
      tty: (tty ?? "").replace(/^\/dev\//, ""),
      activity: Number(activity),
      width: Number(width),
      height: Number(height),
      dead: dead === "1",
      inMode: mode !== "0" && mode !== "",
      looked: looked === "1",
      command: command ?? "",
      target: target ?? "",
      title: title.join("\t"),
    });
  }
  return [...panes.values()];
}
