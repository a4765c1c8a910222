import type { PublishedWord } from "../agents/define.ts";
import type { BoundBy } from "../core/types.ts";
import type { PaneInfo } from "../workers/panes.ts";
import type { ProcessInfo } from "../workers/processes.ts";

/** One tmux server as last seen. */
export interface ServerView {
  socket: string;
  panes: readonly PaneInfo[];
  /** Its own process cannot be seen, so that the pids it tells count elsewhere. */
  isHidden: boolean;
}

/** A state file that an agent published, with the agent that owns the folder. */
export interface Published {
  agent: string;
  /** For people: where it was read. */
  path: string;
  mtimeMs: number;
  word: PublishedWord;
}

/** One agent process and the pane it lives in. */
export interface Occupant {
  /** The session's id. */
  id: string;
  agent: string;
  process: ProcessInfo;
  /** Null: the process lives, its pane is gone or cannot be told. */
  pane: OccupiedPane | null;
  bound: BoundBy;
  /** Why it is bound so, for `explain`. */
  because: string;
}

export interface OccupiedPane {
  socket: string;
  info: PaneInfo;
  /** What the pane shows is drawn by this process, and not by another one in front of it. */
  inFront: boolean;
}

/** A word that was not believed, and why: shown by `explain`. */
export interface Refusal {
  source: string;
  because: string;
}

/** Last component of its directory, as some agents name it in their titles. */
export function directoryOf({ process }: Occupant): string | null {
  const cwd = process.agent?.cwd;
  return cwd?.slice(cwd.lastIndexOf("/") + 1) || null;
}
