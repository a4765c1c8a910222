import type { Ask, LastError, Status } from "../core/types.ts";

/** What the hooks or the plugin of an agent tell. */
export interface HookRules {
  /** Events to be told of, by the agent's own names, in the agent's order of a turn. */
  events: readonly string[];
  /**
   * What one event says; null: nothing that matters. `payload` is what the agent gave the hook, null where it could not be
   * parsed. Every field is untrusted. Pure, never throws.
   */
  read(event: string, payload: unknown): HookWord | null;
  examples: readonly HookExample[];
  /** One process holds several conversations at a time, each with a word of its own. */
  holdsMany?: boolean;
}

export interface HookWord {
  nativeId: string | null;
  cwd: string | null;
  /** Path of the log. */
  transcript: string | null;
  /** Null: the event says nothing of it, and the word before stays. */
  status: Status | null;
  /** Only with `waiting`. A `kind` of `other` yields to what was known of the same wait. */
  ask: Ask | null;
  /** The prompt that began the turn. */
  lastPrompt: string | null;
  model: string | null;
  /** Jobs and subagents in the background; null when the event does not say. */
  background: number | null;
  lastError: LastError | null;
  /** The conversation is over: the process ends, or begins another one. */
  ended: boolean;
  /**
   * Which of its requests it is about. Several may be open: it waits until the last is answered, and shows the
   * one that came first. A turn that begins or ends closes them all.
   */
  request?: { id: string; open: boolean };
  /** The conversation that this one works for: it is a subagent's. */
  parent?: string;
}

export interface HookExample {
  event: string;
  payload: unknown;
  word: Partial<HookWord> | null;
}

export const SILENT: HookWord = {
  nativeId: null,
  cwd: null,
  transcript: null,
  status: null,
  ask: null,
  lastPrompt: null,
  model: null,
  background: null,
  lastError: null,
  ended: false,
};
