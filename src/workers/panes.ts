import { hash, randomBytes } from "node:crypto";
import { readPulse, type Pulse } from "../io/pulse.ts";
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

export interface ListInput {
  socket: string;
  timeoutMs: number;
  /** Of the list before; null: there was none. */
  print: string | null;
  /** The server's process, if that can be seen, and how often it has run when nothing happened since; null: list. */
  server: { pid: number; runs: number | null } | null;
}

export type PaneList =
  | {
      ok: true;
      /** `same`: all is as in the list before. */
      panes: PaneInfo[] | "same";
      /** Equal for lists that are. */
      print: string;
      /** The server's, just before it was asked. */
      before: Pulse | null;
    }
  /** The server has done nothing since: it was not asked. */
  | { ok: true; panes: "still" }
  | TmuxFailure;

export const FIELDS = [
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
  "#{session_name}:#{window_index}.#{pane_index}",
];
/** Somebody else's text, which may hold tabs and line breaks: behind the rest, and parted by the nonce. */
export const HOSTILE = ["#{pane_current_command}", "#{pane_title}"];

/** A row has some hundred bytes. */
const MAX_BYTES = 8 << 20;

/** All panes of a server, with one client; none where the server has done nothing since the last time. */
export async function listPanes(input: ListInput): Promise<PaneList> {
  const { socket, server } = input;
  const before = server && readPulse(server.pid);
  if (before && before.runs === server.runs) return { ok: true, panes: "still" };
  // A title with a line break must not forge a row.
  const nonce = randomBytes(16).toString("hex");
  const format = `${[nonce, ...FIELDS].join("\t")}\t${HOSTILE.join(nonce)}`;
  const result = await runTmux(socket, ["list-panes", "-a", "-F", format], {
    timeoutMs: input.timeoutMs,
    maxBytes: MAX_BYTES,
  });
  if (!result.ok) return result;
  // "Not what we asked for" is never "no panes".
  if (result.stdout !== "" && !result.stdout.startsWith(nonce))
    return { ok: false, reason: "failed", message: "tmux printed what nobody asked for" };
  const print = hash("sha1", result.stdout.replaceAll(nonce, ""));
  const panes = print === input.print ? "same" : parsePanes(result.stdout, nonce);
  return { ok: true, panes, print, before };
}

/** A server's pulse, once it is at rest. */
export function takePulse(pid: number): Pulse | null {
  return readPulse(pid);
}

/** Pure. A pane in several sessions (groups, linked windows) is one pane: its first row, looked at if any row is. */
export function parsePanes(stdout: string, nonce: string): PaneInfo[] {
  const panes = new Map<string, PaneInfo>();
  // A row begins with the nonce at the start of a line, and nobody can guess it.
  for (const row of `\n${stdout}`.split(`\n${nonce}\t`).slice(1)) {
    const fields = row.replace(/\n$/, "").split("\t");
    const [pid, id, panePid, tty, activity, width, height, dead, mode, looked, target] = fields;
    const [command, title] = fields.slice(11).join("\t").split(nonce);
    if (!id || command === undefined || title === undefined) continue;
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
      command,
      target: target ?? "",
      title,
    });
  }
  return [...panes.values()];
}
