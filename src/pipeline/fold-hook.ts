import type { HookWord } from "../agents/_hook.ts";
import type { Ask, Evidence, LastError, Status } from "../core/types.ts";

/** What the hooks of one conversation have told so far. */
export interface HookState {
  nativeId: string | null;
  cwd: string | null;
  transcript: string | null;
  lastPrompt: string | null;
  model: string | null;
  /** Null: nothing was said of it yet. */
  status: Status | null;
  ask: Ask | null;
  because: string;
  /** The moment of the last word on the status. */
  at: number;
  background: number | null;
  lastError: LastError | null;
  ended: boolean;
}

export const NO_HOOK: HookState = {
  nativeId: null,
  cwd: null,
  transcript: null,
  lastPrompt: null,
  model: null,
  status: null,
  ask: null,
  because: "",
  at: 0,
  background: null,
  lastError: null,
  ended: false,
};

/** Folds the event of a moment into what was told. Pure. */
export function foldHook(before: HookState, event: string, word: HookWord, at: number): HookState {
  const facts = {
    ...before,
    nativeId: word.nativeId ?? before.nativeId,
    cwd: word.cwd ?? before.cwd,
    transcript: word.transcript ?? before.transcript,
    lastPrompt: word.lastPrompt ?? before.lastPrompt,
    model: word.model ?? before.model,
    background: word.background ?? before.background,
    ended: word.ended,
  };
  if (word.status === null) return facts;
  // A notice without a kind, seconds after the request that it speaks of, is the same wait.
  if (word.status === "waiting" && before.status === "waiting" && word.ask?.kind === "other")
    return facts;
  return {
    ...facts,
    status: word.status,
    ask: word.status === "waiting" ? word.ask : null,
    because: event,
    at,
    lastError: word.status === "idle" ? word.lastError : null,
  };
}

/** Null while it says nothing of the status, or its conversation is over. Pure. */
export function hookEvidence(hook: HookState): Evidence | null {
  if (hook.status === null || hook.ended) return null;
  const { status, ask, because, at, background, lastError } = hook;
  return { source: "hook", at, status, ask, because, background, lastError };
}
