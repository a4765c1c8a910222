import type { BackgroundState, Listed } from "../agents/_background.ts";
import type { PublishedWord } from "../agents/define.ts";
import type { BoundBy } from "../core/types.ts";
import type { RepoFacts } from "../io/git.ts";
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

/** A background agent: what its keeper lists, and what its own file said last. */
export interface Job {
  agent: string;
  name: string;
  /** The folder that its files are below, and the variables that led there. */
  folder: string;
  env: Readonly<Record<string, string>>;
  /** For people: where its state was read, and when that was written. */
  path: string;
  mtimeMs: number;
  listed: Listed;
  state: BackgroundState;
  repo: RepoFacts | null;
  /** Its conversation's begin, not its process's; null when nobody says. */
  startedAt: number | null;
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
  /** The background agent that it is, or that its pane shows. */
  job?: Job;
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
