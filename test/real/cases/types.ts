import type { Ccmux } from "../ccmux.ts";
import type { Truth } from "../types.ts";
import type { Seen as Look } from "../writing/types.ts";
import type { Stage } from "../writing/stage.ts";

/** What of an agent the cases go by, beside what the writing cases know. */
export interface CaseAgent {
  name: string;
  /** Its command for a new conversation in the same process. */
  anew: string;
  /** And the keys for what it asks then. */
  anewKeys?: string[];
  /** What starts it with a conversation of before. */
  resume(nativeId: string): string;
  /** A prompt that sends a subagent to work in the background; null: the mock cannot bring that about. */
  subagent: string | null;
  /** Arguments with which two share one background process, where it has such. */
  shared?: string;
  /** Where hooks need a person's trust: arguments with which it asks, the sign of that, and the keys that give it. */
  trust?: { args: string; asks: RegExp; keys: string[] };
}

export interface Outcome {
  /** What was expected and what happened instead, one sentence each. */
  problems: string[];
  /**
   * From each state, as drawn, to its arrival at a reader of ccmux's events; below zero: it was told before. From the
   * command's start where the daemon was started.
   */
  delaysMs: number[];
  note?: string;
}

/** One agent in its pane, ccmux beside it, and what a case has come to so far. */
export interface Scene {
  stage: Stage;
  ccmux: Ccmux;
  agent: CaseAgent;
  outcome: Outcome;
}

export interface Case {
  /** The row of the result that it counts for. */
  row: string;
  /** How soon what is told becomes an event is not measured meanwhile. */
  stopsDaemon?: true;
  run(scene: Scene): Promise<void>;
}

/** A state of an agent, its sign on the screen, and how it may be left for rest. */
export interface Expected {
  truth: Exclude<Truth, { status: "gone" }>;
  drawn: (look: Look) => boolean;
  /** For a moment the agent is idle indeed. */
  endsTurnFirst?: boolean;
}

export type { Look };
