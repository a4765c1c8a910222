import type { Ask, Status } from "../core/types.ts";

/** Agents that run in no terminal of a person's, under a keeper of their own that lists them. */
export interface BackgroundRules {
  /** The folder that all of it lies below. `env`: the agent's, then our own. Pure. */
  folder(env: Readonly<Record<string, string | undefined>>, home: string): string;
  /** The list's path below it: who is in it lives, and nobody else. */
  list: string;
  /** Path of one's state below it. Its name is but letters and digits. */
  state(name: string): string;
  /** Null when its format is one that nobody knows. Every field is untrusted. Pure. */
  readList(body: unknown): readonly Listed[] | null;
  /** Null when it says nothing. Every field is untrusted. Pure. */
  readState(body: unknown): BackgroundState | null;
  /** The name of the one that a process of the agent shows in its terminal; null: of none. Pure. */
  shows(argv: readonly string[]): string | null;
  /** For people: the command that shows it. */
  opens(name: string): string;
  /** For people: the command that ends it, so that its keeper does not start it again. */
  stops(name: string): string;
  examples: {
    lists: readonly { body: unknown; listed: readonly Partial<Listed>[] | null }[];
    states: readonly { body: unknown; state: Partial<BackgroundState> | null }[];
    shows: readonly { argv: readonly string[]; name: string | null }[];
  };
}

/** Letters and digits: it becomes part of a path. */
export const BACKGROUND_NAME = /^[A-Za-z0-9]{1,64}$/;

/** One that lives, as its keeper lists it. */
export interface Listed {
  name: string;
  /** The agent's own process. It changes when the keeper starts it anew. */
  pid: number;
  /** Null when the list does not say. */
  startTicks: number | null;
  nativeId: string | null;
  cwd: string;
  version: string | null;
  startedAt: number | null;
}

export interface BackgroundState {
  status: Status | null;
  ask: Ask | null;
  because: string;
  /** Its own jobs that still run; null when it does not say. */
  background: number | null;
  /** When it was written, in epoch milliseconds; null when it does not say. */
  at: number | null;
  createdAt: number | null;
  nativeId: string | null;
  /** Where it works by now. */
  cwd: string | null;
  title: string | null;
  lastPrompt: string | null;
  /** Path of its log. */
  transcript: string | null;
}
