import type { Look } from "../types.ts";
import type { Wrapping } from "./model.ts";
import type { Stage } from "./stage.ts";

export const PARTS = ["sends", "bytes", "gates", "dialogs"] as const;
export type Part = (typeof PARTS)[number];

/** What a case came to. No problem: right. */
export interface Outcome {
  /** What was expected and what happened instead, one sentence each. */
  problems: string[];
  /** What the row is measured by: see the page's head. */
  delayMs?: number;
  /** Of a send: from the answer's last byte to the end of the turn as the agent draws it. */
  drawnMs?: number;
  /** What a right case did where several things are right: `sent`, `refused`, `in a file`. */
  note?: string;
}

export interface Case {
  part: Part;
  /** The row of the result that it counts for. */
  row: string;
  run(stage: Stage): Promise<Outcome>;
}

export type Seen = Pick<Look, "screen" | "title">;

/** What of an agent the cases go by. */
export interface WritingAgent extends Wrapping {
  name: string;
  /** Nothing runs, no dialog is open, the composer is empty. */
  rests(look: Seen): boolean;
  works(look: Seen): boolean;
  /** What is sent while it works waits for its turn. */
  queues: boolean;
  /** Its first turn takes a minute on a busy machine: no case begins with it. */
  slowFirstTurn?: true;
  /** Keys that clear the composer. */
  clear: string[];
  /** Rows that come and go by themselves: no part of what a refusal must leave as it was. */
  hints?: RegExp;
  /** Its command to leave. */
  exit: string;
  /** Where files are made, inside: it asks before it writes there. */
  folder: string;
  /** Its dialogs. */
  shell: RegExp;
  edit: RegExp;
  question: RegExp;
  asksInPlanMode?: true;
  /** Whether its question takes an answer that is none of the options. */
  takesOwnWords: boolean;
  /** Null: it has no plan mode. */
  plan: PlanMode | null;
}

export interface PlanMode {
  shows: RegExp;
  /** Its sign while the agent rests, and what brings it nearer: keys or a command. */
  isOn: RegExp;
  turnOn: { press: string } | { say: string };
  /** What the model is told when the plan was approved, and in no other case. */
  told: string;
}
