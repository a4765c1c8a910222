import type { HookWord } from "../agents/_hook.ts";
import { cutAsk, cutError, cutText } from "./cut.ts";
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
  /** Requests that nobody has answered yet, the oldest first. */
  open: readonly { id: string; ask: Ask | null; at: number }[];
  /** The conversation that this one works for. */
  parent: string | null;
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
  open: [],
  parent: null,
};

/** Folds the event of a moment into what was told. Pure. */
export function foldHook(before: HookState, event: string, word: HookWord, at: number): HookState {
  const facts = {
    ...before,
    nativeId: word.nativeId ?? before.nativeId,
    cwd: word.cwd ?? before.cwd,
    transcript: word.transcript ?? before.transcript,
    lastPrompt: cutText(word.lastPrompt) ?? before.lastPrompt,
    model: word.model ?? before.model,
    background: word.background ?? before.background,
    // An error may come with an event of its own, before the turn is said to be over.
    lastError: word.status === "working" ? null : (cutError(word.lastError) ?? before.lastError),
    ended: word.ended,
    open: stillOpen(before, word, at),
    parent: word.parent ?? before.parent,
  };
  if (word.status === null || isSameWait(before, word)) return facts;
  const [first] = facts.open;
  // Another tool that goes on does not answer what is asked.
  if (first && before.status === "waiting") return { ...facts, ask: first.ask, at: first.at };
  const { status } = word;
  return {
    ...facts,
    status,
    ask: status === "waiting" ? cutAsk(word.ask) : null,
    because: event,
    at,
  };
}

/** A turn that begins or ends closes all. */
function stillOpen({ open }: HookState, word: HookWord, at: number): HookState["open"] {
  const { request, status, ask } = word;
  if (request) {
    const others = open.filter(({ id }) => id !== request.id);
    return request.open ? [...others, { id: request.id, ask: cutAsk(ask), at }] : others;
  }
  return status === "idle" || word.lastPrompt !== null || word.ended ? [] : open;
}

/** A notice seconds after the request that it speaks of, with less to say, is no other one. */
function isSameWait({ status, ask }: HookState, word: HookWord): boolean {
  if (word.status !== "waiting" || status !== "waiting" || word.request) return false;
  const { kind, text } = word.ask ?? { kind: "other", text: null };
  return kind === "other" || (kind === ask?.kind && text === null);
}

/** Null while it says nothing of the status, or its conversation is over. Pure. */
export function hookEvidence(hook: HookState): Evidence | null {
  if (hook.status === null || hook.ended) return null;
  const { status, ask, because, at, background, lastError } = hook;
  return { source: "hook", at, status, ask, because, background, lastError };
}
