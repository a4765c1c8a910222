/**
 * The nouns, the same in code, CLI, API and docs. Moments are epoch milliseconds here and ISO 8601
 * outside (`core/session.ts`).
 */

export const STATUSES = ["working", "waiting", "idle", "unknown"] as const;
/** What an agent does. `unknown`: no source can tell; it is never shown as `idle`. */
export type Status = (typeof STATUSES)[number];

/** The sources, strongest first: a tie in freshness goes to the earlier one. */
export const SOURCES = ["published", "hook", "log", "screen", "process"] as const;
export type Source = (typeof SOURCES)[number];

export const ATTENTION_KINDS = ["permission", "question", "plan", "trust", "other"] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** What an agent waits for, as one source sees it. */
export interface Ask {
  kind: AttentionKind;
  /** The tool that asks, by the agent's own name for it; null when the source does not say. */
  tool: string | null;
  /** The command, question or plan in the agent's words, one line or several; null when unknown. */
  text: string | null;
  /** Announced, and not seen yet: in a moment it may turn out to be of another kind. Never shown outside. */
  provisional?: boolean;
}

/** A failed turn: it stays beside `idle` until the next turn begins. */
export interface LastError {
  code: "rate_limit" | "api_error" | "agent_error";
  text: string;
}

/** One source's word on an occupant at a moment. */
export interface Evidence {
  source: Source;
  /** The moment the word is about, in epoch milliseconds. */
  at: number;
  status: Status;
  /** Only with `waiting`. */
  ask: Ask | null;
  /** Why the source says so: the rule's name, the published value. Shown by `explain`. */
  because: string;
  /** The agent's own background jobs and subagents that still run; null when the source cannot tell. */
  background: number | null;
  lastError: LastError | null;
  /** Of a screen: two captures, this one and a later, say so. */
  twiceSince?: number | undefined;
  /** Of a screen: the first capture in a row that said just this. */
  since?: number | undefined;
  /** Of a screen: the title alone says so. */
  glimpse?: boolean | undefined;
  /** Of a log: it never tells that a turn is over, and this may have been its last word. */
  mayBeLast?: boolean | undefined;
}

/** A process, for ever: a pid alone is used again. */
export interface ProcessRef {
  pid: number;
  /** Field 22 of `/proc/<pid>/stat`: clock ticks since boot. Elsewhere: the start in epoch milliseconds. */
  startTicks: number;
}

/**
 * By what a session is tied to its pane, strongest first. `unverified`: something in the pane says that it is
 * this agent, and it cannot be checked (another user's process, a container, another PID namespace). Neither
 * that nor `none` is ever written to.
 */
export const BOUND_BY = [
  "published",
  "marker",
  "tty",
  "ancestry",
  "native",
  "log",
  "unverified",
  "none",
] as const;
export type BoundBy = (typeof BOUND_BY)[number];

/** By what the submission of a text is proven. */
export const PROOFS = ["published", "hook", "log", "working", "queued", "transcript"] as const;
export type Proof = (typeof PROOFS)[number];

/** How a turn ended; `timeout`: it had not. */
export const TURN_ENDS = ["idle", "waiting", "gone", "timeout"] as const;
export type TurnEnd = (typeof TURN_ENDS)[number];
