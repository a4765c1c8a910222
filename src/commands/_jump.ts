import type { SessionPane } from "../core/session.ts";

/** Where somebody stands who wants to go to a pane. */
export interface Place {
  /** Socket of the tmux server that the caller is in; null: in none. */
  server: string | null;
  /** A terminal that can be handed over. */
  hasTerminal: boolean;
}

/**
 * How to get to a pane: `switch` moves the client that the caller is shown in, `attach` takes his terminal,
 * `tell` only says what to run, `refuse` is a tmux in which another one would run.
 */
export type Jump = "switch" | "attach" | "tell" | "refuse";

export function howToJump({ server }: SessionPane, place: Place): Jump {
  if (place.server !== null) return place.server === server ? "switch" : "refuse";
  return place.hasTerminal ? "attach" : "tell";
}

/**
 * The pane as the caller's session has it, else as any has it: a window may be linked into several.
 * @param panes of the caller's session, one a line: `%N $S:@W.%N`
 */
export function targetIn(panes: string, { id }: SessionPane): string {
  const rows = panes.split("\n").map((line) => line.split(" "));
  return rows.find(([pane]) => pane === id)?.[1] ?? id;
}

export function attachArgs({ server, target }: SessionPane): string[] {
  return ["-u", "-S", server, "attach-session", "-t", target];
}

/** A line for a shell. */
export function attachLine({ server, target }: SessionPane): string {
  return `tmux -S ${quote(server)} attach -t ${quote(target)}`;
}

function quote(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
