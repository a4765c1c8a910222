import type { AttentionKind, Status } from "../../src/core/types.ts";
import type { Actor } from "../../src/stage/actor.ts";
import { recordings as screens } from "../stage/recordings.ts";
import type { Lab } from "./lab.ts";
import { mark } from "./said.ts";

/** What a stand-in can be made to be, in the words of this test alone. */
export type Word = "working" | "idle" | "permission" | "plan" | "question" | "gone";
/** By what it tells of itself: a state file, a hook's marker, or nothing but its screen. */
export type Way = "published" | "hook" | "screen";

const AGENT_OF: Record<Way, string> = {
  published: "claude-2.1.332",
  hook: "codex-0.171.0",
  screen: "codex-0.171.0",
};
const SCREEN_OF: Record<Exclude<Word, "gone">, string> = {
  working: "working-thinking",
  idle: "idle-after-answer",
  permission: "permission-bash",
  plan: "plan-approval",
  question: "question",
};
/** What hooks of Codex can tell: a plan comes after their last word. */
const EVENT_OF: Partial<Record<Word, { event: string; payload: object }>> = {
  working: { event: "UserPromptSubmit", payload: { prompt: "go" } },
  idle: { event: "Stop", payload: {} },
  permission: { event: "PermissionRequest", payload: { tool_name: "Bash", tool_input: {} } },
};

export const wordsOf = (way: Way): Word[] =>
  way === "hook" ? ["working", "idle", "permission"] : (Object.keys(SCREEN_OF) as Word[]);
export const screenOf = (way: Way, word: Word) =>
  screens.get(`${AGENT_OF[way]}/${SCREEN_OF[word as "idle"]}`);

/** What everybody must say of it then. */
export function meaningOf(word: Word): { status: Status | "gone"; kind: AttentionKind | null } {
  if (word === "working" || word === "idle" || word === "gone") return { status: word, kind: null };
  return { status: "waiting", kind: word };
}

/** One step, in the stand-in's own log: begun before anybody could know, and done once all is written. */
export interface Step {
  word: Word;
  begunAt: number;
  doneAt: number;
}

export async function step(lab: Lab, actor: Actor, way: Way, word: Word): Promise<Step> {
  const begunAt = performance.now();
  if (word === "gone") await lab.stage.end(actor);
  else await lab.stage.show(actor, screenOf(way, word));
  if (way === "hook" && EVENT_OF[word]) mark(lab, actor, EVENT_OF[word]);
  return { word, begunAt, doneAt: performance.now() };
}

/** Numbers that are random, and the same for a seed: xorshift. */
export function randomFrom(seed: number): {
  below(n: number): number;
  among<T>(all: readonly T[]): T;
} {
  let state = seed | 1;
  const below = (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  return { below, among: (all) => all[below(all.length)]! };
}
