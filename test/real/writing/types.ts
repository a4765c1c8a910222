import type { Look } from "../types.ts";
import type { Stage } from "./stage.ts";

export const PARTS = ["sends", "bytes", "gates", "dialogs"] as const;
export type Part = (typeof PARTS)[number];

/** What a case came to. No problem: right. */
export interface Outcome {
  /** What was expected and what happened instead, one sentence each. */
  problems: string[];
  /** What the row is measured by: see the page's head. */
  delayMs?: number;
  /** What a right case did where two things are right: `sent` or `refused`. */
  note?: string;
}

export interface Case {
  part: Part;
  /** The row of the result that it counts for. */
  row: string;
  run(stage: Stage): Promise<Outcome>;
}

export type Seen = Pick<Look, "screen" | "title">;

/** What of an agent the cases go by: its signs on the screen, its prompts. */
export interface WritingAgent {
  name: string;
  /** Nothing runs, no dialog is open, the composer is empty. */
  rests(look: Seen): boolean;
  /** What is sent while it works waits for its turn. */
  queues: boolean;
  /** Keys that clear the composer. */
  clear: string[];
  /** Its command to leave. */
  exit: string;
}
