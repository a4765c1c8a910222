import { randomBytes } from "node:crypto";
import { runTmux } from "../io/tmux.ts";
import { PANE_ID, type TmuxFailure } from "./captures.ts";

export interface ScreenRequest {
  socket: string;
  /** The pane that was meant: another server's `%N` must not answer. */
  serverPid: number;
  panePid: number;
  id: string;
  /** Rows of history above the visible screen; `all` for everything there is. */
  history: number | "all";
  /** With escape sequences. */
  ansi: boolean;
  timeoutMs: number;
}

export type ScreenText =
  | { ok: true; lines: string[]; title: string; width: number; height: number }
  | { ok: false; reason: "moved"; message: string }
  | TmuxFailure;

/** The pane's text as it is now, from one client that also proves which pane it was. */
export async function captureText(request: ScreenRequest): Promise<ScreenText> {
  if (!PANE_ID.test(request.id))
    return { ok: false, reason: "moved", message: `${request.id} is no pane id` };
  const nonce = randomBytes(16).toString("hex");
  const start =
    request.history === "all"
      ? "-S - "
      : request.history > 0
        ? `-S -${Math.floor(request.history)} `
        : "";
  const stdin =
    `display-message -p -t ${request.id} "${nonce} #{pid} #{pane_pid} #{pane_width} #{pane_height} #{pane_title}"\n` +
    `capture-pane -p ${request.ansi ? "-e " : ""}${start}-t ${request.id}\n`;
  const result = await runTmux(request.socket, ["source-file", "-"], {
    stdin,
    timeoutMs: request.timeoutMs,
  });
  if (!result.ok) return result;
  const [head = "", ...rows] = result.stdout.split("\n");
  const [mark, pid, panePid, width, height, ...title] = head.split(" ");
  if (mark !== nonce || Number(pid) !== request.serverPid || Number(panePid) !== request.panePid) {
    return { ok: false, reason: "moved", message: `pane ${request.id} is another one by now` };
  }
  return {
    ok: true,
    lines: rows.slice(0, -1),
    title: title.join(" "),
    width: Number(width),
    height: Number(height),
  };
}
