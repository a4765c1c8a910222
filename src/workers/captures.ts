import { randomBytes } from "node:crypto";
import type { ScreenReading } from "../agents/define.ts";
import { registry } from "../agents/_registry.ts";
import { runTmux, type TmuxResult } from "../io/tmux.ts";

export type TmuxFailure = Extract<TmuxResult, { ok: false }>;

export interface CaptureRequest {
  /** `%N`. */
  id: string;
  /** Whose rules read it. */
  agent: string;
  project: string | null;
}

/** One look at one pane, read by its agent's rules. The text itself stays in the thread. */
export interface PaneReading {
  serverPid: number;
  id: string;
  panePid: number;
  /** When it was taken by the server's clock, which may be another than ours, in whole epoch seconds. */
  second: number;
  /** Nothing has been drawn in its window since then, in epoch milliseconds of ours: the stamp counts whole seconds. */
  drawnBefore: number;
  /** When the client was started, in epoch milliseconds: what it shows is no older. */
  at: number;
  title: string;
  width: number;
  height: number;
  inMode: boolean;
  reading: ScreenReading;
  /** Of the rows above composer or dialog: equal when nothing moved there. */
  bodyHash: number;
}

export type Captures = { ok: true; panes: PaneReading[]; bytes: number } | TmuxFailure;

const HEAD =
  "#{pid} #{pane_id} #{pane_pid} %s #{window_activity} #{pane_width} #{pane_height} #{pane_in_mode} #{pane_title}";

const MAX_BYTES = 32 << 20;
/** 500 columns, 200 rows, and most of it more than one byte. */
const PANE_BYTES = 512 << 10;

/** Any number of panes with one client; one that has vanished is missing from the answer, alone. */
export async function capturePanes(input: {
  socket: string;
  timeoutMs: number;
  panes: readonly CaptureRequest[];
}): Promise<Captures> {
  const nonce = randomBytes(16).toString("hex");
  const stdin = input.panes
    .filter(({ id }) => PANE_ID.test(id))
    .map(({ id }) => `display-message -p -t ${id} "${nonce} ${HEAD}"\ncapture-pane -p -t ${id}\n`)
    .join("");
  const at = Date.now();
  const result = await runTmux(input.socket, ["source-file", "-"], {
    stdin,
    timeoutMs: input.timeoutMs,
    maxBytes: Math.min(MAX_BYTES, (input.panes.length + 1) * PANE_BYTES),
  });
  if (!result.ok) return result;
  const requests = new Map(input.panes.map((pane) => [pane.id, pane]));
  const panes = parseCaptures(result.stdout, nonce).flatMap((shot) => {
    const request = requests.get(shot.id);
    const rules = request && registry.get(request.agent)?.screen;
    if (!rules) return [];
    const { lines, activity, ...rest } = shot;
    const reading = rules.read({ lines, title: shot.title, project: request.project });
    const drawnBefore = at - Math.max(0, rest.second - activity - 1) * 1000;
    return [{ ...rest, at, drawnBefore, reading, bodyHash: hashRows(lines, reading.bodyEnd) }];
  });
  return { ok: true, panes, bytes: result.stdout.length };
}

export const PANE_ID = /^%\d{1,9}$/;

export interface Shot {
  serverPid: number;
  id: string;
  panePid: number;
  second: number;
  activity: number;
  width: number;
  height: number;
  inMode: boolean;
  title: string;
  lines: string[];
}

/** Pure. A block whose rows are not as many as the pane is high was cut or mixed, and is dropped. */
export function parseCaptures(stdout: string, nonce: string): Shot[] {
  return stdout
    .split(`${nonce} `)
    .slice(1)
    .flatMap((block) => {
      const rows = block.split("\n");
      const [pid, id, panePid, second, activity, width, height, mode, ...title] =
        rows[0]!.split(" ");
      // Every row ends with a line feed, so the last piece is empty.
      const lines = rows.slice(1, -1);
      if (!id || lines.length !== Number(height)) return [];
      return [
        {
          serverPid: Number(pid),
          id,
          panePid: Number(panePid),
          second: Number(second),
          activity: Number(activity),
          width: Number(width),
          height: Number(height),
          inMode: mode !== "0",
          title: title.join(" "),
          lines,
        },
      ];
    });
}

/** FNV-1a over UTF-16 units: movement, not identity, so 32 bits are enough. */
export function hashRows(lines: readonly string[], end: number): number {
  let hash = 0x811c9dc5;
  for (let row = 0; row < end && row < lines.length; row++) {
    const line = lines[row]!;
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return hash >>> 0;
}
