import type { ScreenReading } from "../agents/define.ts";
import type { Evidence, Status } from "../core/types.ts";
import type { PaneReading } from "../workers/captures.ts";

/** What the captures of one occupant's pane have told so far. */
export interface ScreenMemory {
  last: PaneReading;
  /** The word in force. It may be older than `last`: lowering it takes two captures. */
  word: ScreenWord;
  /** When a capture first said less than `word`; null while it agrees. */
  doubtedAt: number | null;
  /** When the rows above the composer last differed between two captures of one size; null: never seen. */
  movedAt: number | null;
  /** Since when they have not. */
  stillSince: number;
  /** The title was seen in one of the agent's own working or waiting forms. */
  titleSpoke: boolean;
  /** When to look again, in epoch milliseconds, even if nothing moves; null: no need. */
  lookAgainAt: number | null;
}

export interface ScreenWord {
  status: Status;
  reading: ScreenReading;
  because: string;
  /** The newest capture that said so. */
  at: number;
  /** The one before it, if that said so too. */
  twiceSince: number | undefined;
  /** The first capture in a row that said just this: the same status, the same dialog. */
  since: number;
}

/** A second look at what would lower the word. */
const CONFIRM_MS = 250;
/** Streamed text may pause this long. */
const STILL_MS = 1200;
/** So long does movement mean work. */
const MOVING_MS = 1900;

/** Folds one more capture in. `quiet`: see `ScreenRules.quiet`. Pure. */
export function foldCapture(
  before: ScreenMemory | undefined,
  look: PaneReading,
  quiet: boolean,
): ScreenMemory {
  const { at, reading } = look;
  const same =
    before !== undefined && before.last.width === look.width && before.last.height === look.height;
  const moved =
    same &&
    before.last.bodyHash !== look.bodyHash &&
    before.last.reading.composer !== "none" &&
    reading.composer !== "none";
  const movedAt = moved ? at : (before?.movedAt ?? null);
  // What was not drawn on since then has stood still since then, whoever looked.
  const stillSince = moved ? at : same ? before.stillSince : look.drawnBefore;
  const titleSpoke =
    (before?.titleSpoke ?? false) || (reading.titleSpeaks && reading.where?.row === -1);

  const memory = { last: look, movedAt, stillSince, titleSpoke };
  let status: Status = reading.status;
  let because = reading.rule ?? "no rule matches";
  if (reading.status === "idle" && quiet && !reading.titleSpeaks && !titleSpoke) {
    if (movedAt !== null && at - movedAt < MOVING_MS) {
      status = "working";
      because = "movement above the composer";
    } else if (at - stillSince < STILL_MS) {
      // It may stream without a spinner: one still picture proves nothing.
      const word = before?.word ?? {
        status: "unknown" as const,
        reading,
        because: "one capture cannot tell: text may be streaming",
        at,
        twiceSince: undefined,
        since: at,
      };
      return {
        ...memory,
        word,
        doubtedAt: before?.doubtedAt ?? null,
        lookAgainAt: stillSince + STILL_MS,
      };
    } else {
      because = `${because}, and nothing moved for ${((at - stillSince) / 1000).toFixed(1)} s`;
    }
  }

  const twiceSince = before?.word.status === status ? before.word.at : undefined;
  const isSame =
    before?.word.status === status && before.word.reading.ask?.text === reading.ask?.text;
  const since = isSame ? before.word.since : at;
  const word: ScreenWord = { status, reading, because, at, twiceSince, since };
  const lookAgainAt =
    status === "working" && movedAt !== null && because.startsWith("movement")
      ? movedAt + MOVING_MS
      : null;
  if (!before || !lowers(before.word.status, status))
    return { ...memory, word, doubtedAt: null, lookAgainAt };
  const doubtedAt = before.doubtedAt ?? at;
  if (at - doubtedAt < CONFIRM_MS)
    return { ...memory, word: before.word, doubtedAt, lookAgainAt: doubtedAt + CONFIRM_MS };
  // The capture that raised the doubt said so too.
  return {
    ...memory,
    word: { ...word, twiceSince: doubtedAt, since: doubtedAt },
    doubtedAt: null,
    lookAgainAt,
  };
}

const RANK: Record<Status, number> = { waiting: 2, working: 2, idle: 1, unknown: 0 };

/** A screen between two drawings may lack its spinner or its dialog: only a second capture proves the loss. */
function lowers(from: Status, to: Status): boolean {
  return RANK[to] < RANK[from];
}

export function screenEvidence({ word }: ScreenMemory): Evidence {
  const { status, reading, because, at, twiceSince, since } = word;
  return {
    source: "screen",
    at,
    status,
    ask: status === "waiting" ? reading.ask : null,
    because,
    background: reading.background,
    lastError: reading.lastError,
    twiceSince,
    since,
    glimpse: reading.where?.row === -1,
  };
}
