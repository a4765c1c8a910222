export type Status = "working" | "waiting" | "idle" | "unknown";
export type Kind = "permission" | "question" | "plan" | "trust" | "other";

/** What a person can do at the keyboard of the pane, or to the agent's process. */
export type Act =
  | { start: "trusted" | "untrusted" }
  | { say: string }
  | { type: string }
  /** `twice`: as fast as a person does that, where the agent takes two for one wish. */
  | { press: string; twice?: true }
  | { kill: "SIGKILL" };

/** What is true from here on. */
export type Truth =
  | { status: "working" | "idle" }
  | { status: "waiting"; kind: Kind }
  | { status: "gone" };

/** What the pane shows. `tail` is the screen below the prompt that was sent last. */
export interface Look {
  title: string;
  screen: string;
  tail: string;
}

/** One state of the tour: how it is brought about, and how its beginning is told. */
export interface Step {
  /** The row's name in the result table. */
  state: string;
  /** Done in this order; the last one begins the state. Without any, the agent gets there by itself. */
  acts?: Act[];
  truth: Truth;
  /** Whether the state is drawn. */
  drawn?: (look: Look) => boolean;
  /** What the agent publishes then: `status`, and `waitingFor` after a colon. */
  file?: string;
  /** A tool runs, or the agent prepares its first turn, so that no model request has to be open. */
  toolRuns?: true;
  /** The turn is over before the dialog shows: for a moment the agent is idle indeed. */
  endsTurnFirst?: true;
  /** How long the state is held before the next one is begun. 0: the agent ends it by itself. */
  holdMs?: number;
  /** How long ccmux may take to say so. */
  allowedMs: number;
}

export interface Agent {
  name: string;
  install: Package;
  /** What it needs beside it: with a folder of its own, or in the agent's. */
  also?: Package[];
  /** A folder that it makes in the project: found there at its start, it has something fetched for it, or waits for a network. */
  leaves?: string;
  args: string;
  /** More arguments when ccmux's hooks are set up. */
  hookArgs?: string;
  /** Folder of published states, below the home directory. */
  states?: string;
  /** What stands at the left of a prompt that was sent. */
  promptSign: string;
  /** Where a Node launcher stays as the parent of the agent: what the two command lines match. */
  launched?: { launcher: string; program: string };
  steps: Step[];
  /** States of the tour that it does not have, and why. */
  absent?: { state: string; reason: string }[];
}

/** npm package, version, and the folder under the cache. */
export interface Package {
  name: string;
  version: string;
  folder: string;
}

/** A state that was reached. Times are milliseconds since the Unix epoch. */
export interface Moment {
  state: string;
  truth: Truth;
  allowedMs: number;
  toolRuns: boolean;
  endsTurnFirst: boolean;
  /** The agent's process, as numbered inside the sandbox. */
  pid: number | null;
  actedAt: number | null;
  drawnAt: number | null;
  /** When the agent published it; earlier than `actedAt` if it said so already. */
  fileAt: number | null;
  expectedAt: number;
  /** When it may first have been over. */
  endAt: number;
  title: string;
  screen: string;
  /** Model requests that were open at some time during the state: the mock's own log. */
  requests: { from: number; to: number | null; steps: string }[];
}
