import type { Evidence } from "../core/types.ts";
import { hookEvidence } from "./fold-hook.ts";
import { logEvidence } from "./fold-log.ts";
import { cascade, toPast, type Verdict } from "./cascade.ts";
import { screenEvidence, type ScreenMemory } from "./look.ts";
import type { Said } from "./said.ts";
import type { Occupant, Published, Refusal } from "./world.ts";

export interface Judgement {
  occupant: Occupant;
  evidence: readonly Evidence[];
  verdict: Verdict;
  refused: readonly Refusal[];
  ties: Said["ties"];
}

export interface JudgeInput extends Said {
  occupant: Occupant;
  screen: ScreenMemory | null;
  startedAt: number;
  /** The agent's screen can be captured and read. */
  canLook: boolean;
  now: number;
}

/** Boot time is known to the second. */
const SKEW_MS = 2000;

/** So long is a dialog looked for that a published word announces: it may be drawn half a second later. */
export const LOOK_FOR_MS = 1000;

/** Gathers the evidence on an occupant and settles it. Pure. */
export function judge(input: JudgeInput): Judgement {
  const { occupant, file, refusal, screen, canLook, now } = input;
  // A background agent without a process will be started anew: all that was said is of before.
  const isOver = occupant.job !== undefined && refusal !== null;
  const evidence: Evidence[] = [];
  const refused: Refusal[] = [];
  if (refusal) refused.push({ source: "published", because: refusal });
  else if (file?.word.status) {
    const saidAt = toPast(file.word.at ?? file.mtimeMs, now);
    const guess =
      file.word.kindIsGuess && canLook && !sawDialog(screen, saidAt) && now - saidAt < LOOK_FOR_MS;
    evidence.push(publishedEvidence(file, file.word.status, guess));
  }
  const hook = input.hook && hookEvidence(input.hook);
  if (hook && !isOver) evidence.push(hook);
  const log = input.log && logEvidence(input.log);
  // Of a conversation that was resumed, the last words are another process's.
  if (log && !isOver && log.at >= input.startedAt - SKEW_MS) evidence.push(log);
  else if (log && !isOver)
    refused.push({ source: "log", because: `"${log.because}" is older than the process` });
  if (screen) {
    evidence.push(screenEvidence(screen));
    for (const { rule, because } of screen.last.reading.refused)
      refused.push({ source: "screen", because: `${rule}: ${because}` });
  } else if (occupant.pane && !occupant.pane.inFront) {
    refused.push({
      source: "screen",
      because: "another program is in front of the agent in its pane",
    });
  }
  evidence.push(processEvidence(occupant));
  const dated = evidence.map((word) => ({ ...word, at: toPast(word.at, now) }));
  const verdict = cascade(dated);
  return {
    occupant,
    evidence: dated,
    verdict,
    ties: input.ties,
    refused: [...input.refused, ...refused, ...verdict.refused],
  };
}

/** Whether a dialog was seen since a published word. */
export function sawDialog(screen: ScreenMemory | null, saidAt: number): boolean {
  return screen?.last.reading.status === "waiting" && screen.last.at >= saidAt;
}

function publishedEvidence(file: Published, status: Evidence["status"], guess: boolean): Evidence {
  const { ask, because, background, at } = file.word;
  // "A permission" now and "a plan" in 300 ms would send a notifier, or a script, the wrong way.
  const said = guess && ask ? { ...ask, kind: "other" as const, provisional: true } : ask;
  return {
    source: "published",
    at: at ?? file.mtimeMs,
    status,
    ask: said,
    because,
    background,
    lastError: null,
  };
}

function processEvidence({ process, agent }: Occupant): Evidence {
  const because = describe(process);
  return {
    source: "process",
    at: 0,
    status: "unknown",
    ask: null,
    because: `${agent}: ${because}`,
    background: null,
    lastError: null,
  };
}

function describe({ startTicks, stopped, foreground }: Occupant["process"]): string {
  if (startTicks === 0) return "its process cannot be seen";
  if (stopped) return "stopped by a signal";
  return foreground ? "alive, in the foreground" : "alive, in the background";
}
