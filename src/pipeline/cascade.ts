import {
  SOURCES,
  type Ask,
  type Evidence,
  type LastError,
  type Source,
  type Status,
} from "../core/types.ts";
import type { Refusal } from "./world.ts";

/** What the cascade makes of the evidence. */
export interface Verdict {
  status: Status;
  ask: Ask | null;
  /** The source that decided; null while the status is `unknown`. */
  source: Source | null;
  /** Why, in the winner's words. */
  because: string;
  /** The winner's moment, in epoch milliseconds. */
  at: number;
  background: number;
  lastError: LastError | null;
  refused: readonly Refusal[];
}

/**
 * A drawing may lag behind what the agent publishes by this much (measured up to 500 ms), so an older
 * dialog on the screen is no news.
 */
const DRAWING_LAG_MS = 600;
/** And a dialog may be drawn this much before the state file says so (measured up to 220 ms). */
const FILE_LAG_MS = 250;

/** Settles what an agent does. At most one word per source; their order does not matter. Pure. */
export function cascade(evidence: readonly Evidence[]): Verdict {
  const by = new Map(evidence.map((word) => [word.source, word]));
  const refused: Refusal[] = [];
  const screen = by.get("screen");
  const winner = by.get("published") ?? freshest(evidence);
  if (!winner) return { ...NOTHING, refused };

  const facts = {
    background: winner.background ?? screen?.background ?? 0,
    lastError: winner.status === "idle" ? (winner.lastError ?? screen?.lastError ?? null) : null,
    refused,
  };
  const won = {
    status: winner.status,
    ask: winner.ask,
    source: winner.source,
    because: winner.because,
    at: winner.at,
  };
  if (!screen || screen === winner) return { ...won, ...facts };

  if (screen.status === "waiting" && winner.status === "waiting") {
    if (screen.at >= winner.at - FILE_LAG_MS) {
      return {
        ...won,
        ...facts,
        ask: refine(winner.ask, screen.ask),
        because: `${winner.because}; on the screen: ${screen.because}`,
      };
    }
    refused.push({
      source: "screen",
      because: `its dialog (${screen.because}) is older than the word "${winner.because}"`,
    });
  } else if (screen.status === "waiting" && winner.status !== "idle") {
    if (screen.at >= winner.at + (winner.source === "published" ? DRAWING_LAG_MS : 0)) {
      return {
        ...won,
        ...facts,
        status: "waiting",
        ask: screen.ask,
        source: "screen",
        because: `${screen.because}, newer than "${winner.because}"`,
        at: screen.at,
      };
    }
    refused.push({
      source: "screen",
      because: `its dialog (${screen.because}) may be left from before the word "${winner.because}"`,
    });
  } else if (screen.status !== winner.status && screen.status !== "unknown") {
    refused.push({
      source: "screen",
      because: `"${screen.because}" (${screen.status}) yields to ${winner.source} "${winner.because}"`,
    });
  }
  return { ...won, ...facts };
}

/** The screen knows which dialog it is: a state file calls a plan and a permission by one name. */
function refine(said: Ask | null, seen: Ask | null): Ask | null {
  if (!said || !seen) return said ?? seen;
  return {
    kind: seen.kind === "other" ? said.kind : seen.kind,
    tool: seen.tool ?? said.tool,
    text: seen.text ?? said.text,
  };
}

function freshest(evidence: readonly Evidence[]): Evidence | undefined {
  const rank = (word: Evidence): number => SOURCES.indexOf(word.source);
  return evidence
    .filter((word) => word.status !== "unknown")
    .toSorted((a, b) => b.at - a.at || rank(a) - rank(b))[0];
}

const NOTHING = {
  status: "unknown",
  ask: null,
  source: null,
  because: "no source can tell",
  at: 0,
  background: 0,
  lastError: null,
} as const;
