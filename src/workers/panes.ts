import { randomBytes } from "node:crypto";
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
  rows: Uint8Array | null;
  /** The server's process, if that can be seen, and how often it has run when nothing happened since; null: list. */
  server: { pid: number; runs: number | null } | null;
}

export type PaneList =
  | {
      ok: true;
      still: false;
      /** Panes that are new or not as they were in the list before. */
      changed: PaneInfo[];
      /** Ids of those that are no more. */
      gone: string[];
      /** What the next list is compared with. Bytes: they cross threads for next to nothing, and objects do not. */
      rows: Uint8Array;
      /** The server's, just before it was asked. */
      before: Pulse | null;
    }
  /** The server has done nothing since: it was not asked. */
  | { ok: true; still: true }
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

/** What changed among the panes of a server, with one client; nothing is asked where it has done nothing since. */
export async function listPanes(input: ListInput): Promise<PaneList> {
  const { socket, server } = input;
  const before = server && readPulse(server.pid);
  if (before && before.runs === server.runs) return { ok: true, still: true };
  // A title with a line break must not forge a row.
  const nonce = newNonce();
  const format = `${[nonce, ...FIELDS].join("\t")}\t${HOSTILE.join(nonce)}`;
  const result = await runTmux(socket, ["list-panes", "-a", "-F", format], {
    timeoutMs: input.timeoutMs,
    maxBytes: MAX_BYTES,
    // Half of what two bytes for each character of a list would take, for the sake of some titles' glyphs.
    encoding: "latin1",
  });
  if (!result.ok) return result;
  // "Not what we asked for" is never "no panes".
  if (result.stdout !== "" && !result.stdout.startsWith(nonce))
    return { ok: false, reason: "failed", message: "tmux printed what nobody asked for" };
  const old = Buffer.from(input.rows ?? []).toString("latin1");
  // The nonce stood in a command line, where others may have read it. What takes its place never does.
  const mark = old.slice(0, nonce.length) || newNonce();
  const now = result.stdout.replaceAll(nonce, mark);
  // Of a size of its own: with a small `Buffer` the pool that it is a part of would cross, too.
  const rows = new Uint8Array(Buffer.from(now, "latin1"));
  return { ok: true, still: false, ...comparePanes(old, now, mark), rows, before };
}

const newNonce = (): string => randomBytes(16).toString("hex");

/** A server's pulse, once it is at rest. */
export function takePulse(pid: number): Pulse | null {
  return readPulse(pid);
}

/**
 * Pure. Which panes changed from one list to another, and which are gone.
 * @param before of the same nonce; both with a character for each byte
 */
export function comparePanes(
  before: string,
  now: string,
  nonce: string,
): { changed: PaneInfo[]; gone: string[] } {
  const [old, rows] = [rowsOf(before, nonce), rowsOf(now, nonce)];
  // Most stand where they stood: only the others are worth a set.
  const left = new Set(old.filter((row, at) => row !== rows[at]));
  const came = new Set(rows.filter((row, at) => row !== old[at]));
  const ids = new Set([...left.difference(came), ...came.difference(left)].map(idOf));
  // All rows of such a pane, also those that are as they were: who looks at it is told by all.
  const changed = ids.size === 0 ? [] : readRows(rows, ids, nonce);
  for (const { id } of changed) ids.delete(id);
  return { changed, gone: [...ids] };
}

/** Pure. All panes of a list, which has a character for each byte. */
export function parsePanes(stdout: string, nonce: string): PaneInfo[] {
  return comparePanes("", stdout, nonce).changed;
}

/** A row begins with the nonce at the start of a line, and nobody can guess it. */
function rowsOf(list: string, nonce: string): string[] {
  const end = list.endsWith("\n") ? -1 : undefined;
  const start = nonce.length + 1;
  return list === "" ? [] : list.slice(start, end).split(`\n${nonce}\t`);
}

function idOf(row: string): string {
  const at = row.indexOf("\t") + 1;
  return row.slice(at, row.indexOf("\t", at));
}

/** Those of these ids. A pane in several sessions (groups, linked windows) is one pane: its first row, looked at if any is. */
function readRows(rows: readonly string[], ids: ReadonlySet<string>, nonce: string): PaneInfo[] {
  const panes = new Map<string, PaneInfo>();
  for (const row of rows) {
    if (!ids.has(idOf(row))) continue;
    const fields = Buffer.from(row, "latin1").toString().split("\t");
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
