import type { World } from "./world.ts";

/** What must be right again so soon after a blow is over, in milliseconds, unless its row says more. */
export const BOUND_MS = 5000;

/** Ends what a blow began, and returns when that is done. */
export type Lift = () => Promise<void> | void;

/** One way to break the world. What is expected is written down here, before it is done. */
export interface Blow {
  name: string;
  /** What is done, for the table. */
  does: string;
  /** What must be, for the table. */
  expects: string;
  /** More time than usual to be right again after it was lifted, and why. */
  within?: { ms: number; because: string };
  /** Where: processes are found by `/proc`, or by `ps` and `lsof`. @default "proc" */
  in?: "proc" | "ps";
  /** What becomes of the daemon. @default "stays": the same process all the time */
  daemon?: "stays" | "restarts";
  /** Whether those that ran before are the same sessions after it. @default "same" */
  sessions?: "same" | "new";
  /** While it lasts the daemon answers nobody. @default false */
  deaf?: true;
  /** While it lasts no pane can be drawn, read or typed into. @default false */
  frozen?: true;
  /** May close connections, so that a reader of events may have to begin anew. @default false */
  cuts?: true;
  /** Does it. */
  deal(world: World): Promise<Lift>;
  /** What must hold while it lasts; throws. */
  meanwhile?(world: World): Promise<void>;
  /** What must hold once it was lifted, within the bound; throws until it does. */
  afterwards?(world: World): Promise<void>;
}

/** Throws with these words unless it holds. */
export function must(holds: unknown, words: string): asserts holds {
  if (!holds) throw new Error(words);
}
