import {
  SOURCES,
  type Ask,
  type Evidence,
  type LastError,
  type Source,
  type Status,
} from "../core/types.ts";
import { isSameText } from "../core/same-text.ts";
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
  /** The screen says otherwise, and was not seen late or often enough: another look tells. */
  unsure: boolean;
}

/**
 * A drawing may lag behind what the agent says by this much (measured up to 500 ms), so an older
 * dialog or spinner on the screen is no news.
 */
const DRAWING_LAG_MS = 600;
/** On a busy machine agents draw what hooks and logs have told by seconds later. */
const DRAWN_LATE_MS = 3000;
/** And a dialog may be drawn this much before the state file says so (measured up to 220 ms). */
const FILE_LAG_MS = 250;

/** Files have the clock of their file system, which may be another machine's. */
const AHEAD_MS = 2000;

/** When it was said; 0 of a moment that has yet to come, as after a clock was put back: all else is newer. Pure. */
export function toPast(at: number, now: number): number {
  return at > now + AHEAD_MS ? 0 : at;
}

/** Settles what an agent does. At most one word per source; their order does not matter. Pure. */
export function cascade(evidence: readonly Evidence[]): Verdict {
  const by = new Map(evidence.map((word) => [word.source, word]));
  const refused: Refusal[] = [];
  const screen = by.get("screen");
  const said =
    by.get("published") ?? freshest(evidence.filter((word) => SAID.includes(word.source)));
  const words = [by.get("hook"), by.get("log")].filter((word) => word !== undefined);
  const won = said
    ? screen && screen.status !== "unknown"
      ? settle(said, screen, refused)
      : said
    : screen && screen.status !== "unknown"
      ? screen
      : null;
  if (!won) return { ...NOTHING, refused, unsure: false };
  const rest = evidence.filter((word) => word.status === "idle");
  const { status, ask, source, because, at } = won;
  return {
    status,
    ask: ask && status === "waiting" ? withWords(ask, words, at) : ask,
    source,
    because,
    at,
    background: won.background ?? rank(evidence, "background") ?? 0,
    lastError: status === "idle" ? (won.lastError ?? rank(rest, "lastError") ?? null) : null,
    refused,
    unsure: refused.length > 0 && said?.source !== "published",
  };
}

/** Sources that speak of moments, not of what is drawn. */
const SAID: readonly Source[] = ["hook", "log"];

/** What an agent says of itself, against what it draws. */
function settle(said: Evidence, screen: Evidence, refused: Refusal[]): Evidence {
  const refuse = (because: string): Evidence => {
    refused.push({ source: "screen", because });
    return said;
  };
  const isPublished = said.source === "published";
  const over = (): Evidence => ({
    ...screen,
    because: `${screen.because}, newer than "${said.because}"`,
  });

  if (screen.status === "waiting") {
    if (said.status === "waiting") {
      if (screen.at < said.at - FILE_LAG_MS)
        return refuse(`its dialog (${screen.because}) is older than the word "${said.because}"`);
      const because = `${said.because}; on the screen: ${screen.because}`;
      const ask = refine(said.ask, screen.ask, screen.glimpse ?? false);
      return { ...said, ask, because };
    }
    if (said.status === "idle" && isPublished)
      return refuse(`"${screen.because}" (waiting) yields to published "${said.because}"`);
    // A hook may take its time: the dialog that follows a turn can be drawn before its end is told. And beside
    // a dialog other tools go on.
    const lagMs = said.status === "idle" && !isPublished ? FILE_LAG_MS : DRAWING_LAG_MS;
    const isNew = !isPublished && isNewer(screen, said);
    const isLater = isNew || screen.at >= said.at + lagMs;
    return isLater
      ? over()
      : refuse(`its dialog (${screen.because}) may be left from before the word "${said.because}"`);
  }
  if (screen.status === said.status) return said;
  if (isPublished)
    return refuse(`"${screen.because}" (${screen.status}) yields to published "${said.because}"`);

  // A notice without a kind comes seconds late: by then what is drawn knows better.
  const isLate = said.status === "waiting" && (said.ask?.kind ?? "other") === "other";
  if (isLate) return over();
  if (!hasCome(screen, said))
    return refuse(`"${screen.because}" may be drawn from before the word "${said.because}"`);
  const proven = screen.twiceSince !== undefined && screen.twiceSince > said.at;
  return screen.status === "working" || (proven && screen.at >= said.at + DRAWING_LAG_MS)
    ? over()
    : refuse(`"${screen.because}" was not seen twice since the word "${said.because}"`);
}

/** What is drawn began after the word, or has stood so long that the word must be wrong. */
function hasCome(screen: Evidence, said: Evidence): boolean {
  const lagMs = said.mayBeLast ? DRAWING_LAG_MS : DRAWN_LATE_MS;
  return isNewer(screen, said) || screen.at >= said.at + lagMs;
}

function isNewer(screen: Evidence, said: Evidence): boolean {
  return screen.since === undefined ? screen.at >= said.at : screen.since > said.at;
}

/** The screen knows which dialog it is: a state file calls a plan and a permission by one name. */
function refine(said: Ask | null, seen: Ask | null, isGlimpse: boolean): Ask | null {
  if (!said || !seen) return said ?? seen;
  // A title calls all of them by one name, before the dialog is drawn.
  const knows = seen.kind !== "other" && (!isGlimpse || said.kind === "other");
  return {
    kind: knows ? seen.kind : said.kind,
    tool: seen.tool ?? said.tool,
    text: seen.text ?? said.text,
  };
}

/** A hook had the tool and the words whole, which the screen wraps and cuts. */
function withWords(ask: Ask, words: readonly Evidence[], at: number): Ask {
  const same = words.find(
    (word) =>
      word.status === "waiting" &&
      word.ask !== null &&
      word.at <= at + DRAWING_LAG_MS &&
      (word.ask.kind === ask.kind || ask.kind === "other") &&
      (ask.text === null || isSameText(ask.text, word.ask.text)),
  )?.ask;
  if (!same) return ask;
  return { ...ask, kind: same.kind, tool: ask.tool ?? same.tool, text: same.text ?? ask.text };
}

function freshest(evidence: readonly Evidence[]): Evidence | undefined {
  const order = (word: Evidence): number => SOURCES.indexOf(word.source);
  return evidence
    .filter((word) => word.status !== "unknown")
    .toSorted((a, b) => b.at - a.at || order(a) - order(b))[0];
}

/** A fact from the strongest source that knows it. */
function rank<K extends "background" | "lastError">(
  evidence: readonly Evidence[],
  fact: K,
): Evidence[K] | undefined {
  return SOURCES.map((source) => evidence.find((word) => word.source === source)?.[fact]).find(
    (value) => value !== null && value !== undefined,
  );
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
