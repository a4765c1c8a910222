import { foreignSocket } from "./owner.ts";
import { runProgram } from "./run.ts";

/** What a tmux client brought back. Failures are values: they cross threads. */
export type TmuxResult =
  | { ok: true; stdout: string; stderr: string }
  | {
      ok: false;
      reason: "no-server" | "timeout" | "missing" | "too-much" | "failed";
      message: string;
    };

export interface TmuxOptions {
  /** Commands for `source-file -`, one a line. */
  stdin?: string;
  /** @default 3000 */
  timeoutMs?: number;
  /** @default 32 MiB */
  maxBytes?: number;
  /** @default "utf8" */
  encoding?: "utf8" | "latin1";
}

/** A word for `source-file`: nothing in it means anything to tmux's parser. */
export function quoteForTmux(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const NO_SERVER = /no server running on|error connecting to|server exited|lost server/;

/**
 * Runs one tmux client. `-u` always: without a UTF-8 locale tmux prints `_` for every glyph (FR-024).
 * A client that outlives its time is killed, because a frozen server freezes it too (FR-026).
 */
export async function runTmux(
  socket: string,
  args: readonly string[],
  options: TmuxOptions = {},
): Promise<TmuxResult> {
  // Another's server could claim to have our agents' panes, and would be typed to.
  const foreign = foreignSocket(socket);
  if (foreign !== null) return { ok: false, reason: "failed", message: `the socket ${foreign}` };
  const { TMUX: _pane, TMUX_PANE: _id, ...env } = process.env;
  const name = `tmux on ${socket}`;
  const result = await runProgram("tmux", ["-u", "-S", socket, ...args], { ...options, env, name });
  if (!result.ok) return result;
  const { code, stdout, stderr } = result;
  // `source-file` exits 1 when one pane of many has vanished: its output still counts. That of a client
  // that was killed is a part.
  if (code === 0 || (code !== null && stdout !== "")) return { ok: true, stdout, stderr };
  return {
    ok: false,
    reason: NO_SERVER.test(stderr) ? "no-server" : "failed",
    message: stderr.trim() || code === null ? "tmux was killed" : `tmux exited with ${code}`,
  };
}
