import { iso } from "./session.ts";

/** A turn of a conversation: what was asked, and all that was said to it. Moments in epoch milliseconds. */
export interface Turn {
  /** Null: its prompt is further back than was read. */
  prompt: string | null;
  promptAt: number | null;
  /** What was said, its parts parted by a blank line; null: nothing yet. */
  answer: string | null;
  answerAt: number | null;
  /** The agent is done with it. */
  ended: boolean;
}

/** Of a longer answer the end is kept. */
export const MAX_ANSWER = 20_000;

export interface Transcript {
  /** `screen`: there is no log, or it can't be read; then the one turn is what stands in the pane. */
  source: "log" | "screen";
  /** Path of the log. */
  path: string | null;
  turns: readonly Turn[];
}

/** As API and CLI show it: moments as ISO 8601. */
export type TranscriptJson = Omit<Transcript, "turns"> & {
  turns: readonly (Omit<Turn, "promptAt" | "answerAt"> & {
    promptAt: string | null;
    answerAt: string | null;
  })[];
};

export function toTranscriptJson({ turns, ...rest }: Transcript): TranscriptJson {
  const at = (ms: number | null): string | null => (ms === null ? null : iso(ms));
  return {
    ...rest,
    turns: turns.map((turn) => ({
      ...turn,
      promptAt: at(turn.promptAt),
      answerAt: at(turn.answerAt),
    })),
  };
}
