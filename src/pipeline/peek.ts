import type { Session } from "../core/session.ts";
import type { Transcript } from "../core/turns.ts";
import type { Pool } from "../workers/pool.ts";
import type { ScreenRequest, ScreenText } from "../workers/screen.ts";
import type { Pipeline } from "./pipeline.ts";
import type { SaidPorts } from "./said.ts";

type TextOptions = Pick<ScreenRequest, "history" | "ansi">;
export type PaneText = ScreenText | { ok: false; reason: "no-pane"; message: string };

/** What is read anew for each who asks. */
export interface Peek {
  screen(session: Session, options: TextOptions): Promise<PaneText>;
  transcript(session: Session, count: number): Promise<Transcript>;
  /** Its screen is looked at for its row, without waiting for a scan. */
  look(id: string): void;
}

const TIMEOUT_MS = 3000;

export function createPeek(
  pool: Pick<Pool, "run">,
  pipeline: Pipeline,
  logOf: SaidPorts["logOf"],
): Peek {
  const screen: Peek["screen"] = async ({ id }, options) => {
    const pane = pipeline.occupants.get(id)?.pane;
    if (!pane) return { ok: false, reason: "no-pane", message: "it has none" };
    const { serverPid, panePid } = pane.info;
    const where = { socket: pane.socket, id: pane.info.id, serverPid, panePid };
    return pool.run("captureText", { ...where, timeoutMs: TIMEOUT_MS, ...options });
  };
  return {
    screen,
    look: (id) => pipeline.look(id),
    async transcript(session, count) {
      const known = logOf(session.id);
      if (known) {
        const { path, nativeId } = known.link;
        const turns = await pool.run("readTurns", { agent: session.agent, path, nativeId, count });
        // None: it has said nothing yet. Null: the log can't be read.
        if (turns) return { source: "log", path, turns };
      }
      const text = await screen(session, { history: 0, ansi: false });
      const answer = text.ok ? text.lines.join("\n").trimEnd() : null;
      const turn = { prompt: null, promptAt: null, answer, answerAt: null, ended: false };
      return { source: "screen", path: known?.link.path ?? null, turns: answer ? [turn] : [] };
    },
  };
}
