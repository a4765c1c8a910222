import type { Change } from "./feed.ts";
import type { Ask, AttentionKind, BoundBy, LastError, Source, Status } from "./types.ts";

/** The row, inside the daemon. Moments are epoch milliseconds; `toJson` makes them ISO 8601. */
export interface Session {
  /** `<agent>-` and 8 base-32 characters, from the occupant or job alone: the same after a daemon restart. */
  id: string;
  agent: string;
  label: string | null;
  /** The agent's own conversation id; may change under one occupant. */
  nativeId: string | null;
  /** Name of the background agent that it is, or that its pane shows. */
  job: string | null;
  status: Status;
  statusSince: number;
  /** Only while `waiting`. */
  attention: Attention | null;
  /** Finished or waiting, and not looked at yet. */
  unread: { since: number; reason: "finished" | "waiting" } | null;
  lastError: LastError | null;
  /** The agent's own background jobs and subagents that still run. */
  background: number;
  source: Source | null;
  pane: SessionPane | null;
  bound: BoundBy;
  /** 0: its process cannot be seen from here; then `startedAt` is when it was first noticed. */
  pid: number;
  startedAt: number;
  cwd: string | null;
  /** The main checkout's name, also from within a worktree. */
  project: string | null;
  branch: string | null;
  worktree: string | null;
  version: string | null;
  model: string | null;
  title: string | null;
  lastPrompt: string | null;
  /** Path of the agent's own log of the conversation. */
  transcript: string | null;
  lastActivityAt: number | null;
  lastUserInputAt: number | null;
  turnStartedAt: number | null;
  subagents: readonly { id: string; status: Status; startedAt: number }[];
  /** Tokens in it by now; `limit` is null where the agent does not say how many fit. */
  context: { tokens: number; limit: number | null } | null;
}

export interface Attention extends Ask {
  kind: AttentionKind;
  since: number;
  /** Opaque; new for each dialog, never used again. An answer names the dialog it was meant for by it. */
  generation: string;
}

export interface SessionPane {
  /** `%N`. */
  id: string;
  /** The tmux server's socket path. */
  server: string;
  /** `session:window.pane`. */
  target: string;
  /** `/dev/pts/3`. */
  tty: string;
  title: string;
}

const MOMENTS = [
  "statusSince",
  "startedAt",
  "lastActivityAt",
  "lastUserInputAt",
  "turnStartedAt",
] as const;
type Moment = (typeof MOMENTS)[number];

/** The session as CLI, API and events show it: moments as ISO 8601. */
export type SessionJson = Omit<Session, Moment | "attention" | "unread" | "subagents"> & {
  [K in Moment]: Session[K] extends number ? string : string | null;
} & {
  attention: (Omit<Attention, "since" | "provisional"> & { since: string }) | null;
  unread: { since: string; reason: "finished" | "waiting" } | null;
  subagents: readonly { id: string; status: Status; startedAt: string }[];
};

export function toJson(session: Session): SessionJson {
  const { attention, unread } = session;
  return {
    ...session,
    statusSince: iso(session.statusSince),
    startedAt: iso(session.startedAt),
    lastActivityAt: isoOrNull(session.lastActivityAt),
    lastUserInputAt: isoOrNull(session.lastUserInputAt),
    turnStartedAt: isoOrNull(session.turnStartedAt),
    attention: attention && {
      kind: attention.kind,
      tool: attention.tool,
      text: attention.text,
      since: iso(attention.since),
      generation: attention.generation,
    },
    unread: unread && { ...unread, since: iso(unread.since) },
    subagents: session.subagents.map((agent) => ({ ...agent, startedAt: iso(agent.startedAt) })),
  };
}

/** `list --json` and `GET /v1/sessions`. */
export interface SnapshotJson {
  seq: string;
  health: HealthState;
  sessions: SessionJson[];
}

export interface HealthState {
  state: "ok" | "degraded";
  /** One line each; empty while ok. */
  reasons: readonly string[];
}

/** One line of `events --json`; the data of one SSE frame. In the feed less of the session is kept. */
export interface EventJson<S = SessionJson> {
  seq: string;
  at: string;
  type: EventType;
  session?: S;
  /** What the row was before and is now; with `updated`, and with `created` of one that was dismissed. */
  from?: { status: Status };
  to?: { status: Status };
  /** With `updated`: what a reader would act on; empty when only the rest of the row has moved. */
  changed?: readonly Change[];
  /** Only with `removed`: a person took the row away, and the agent lives on. */
  dismissed?: true;
  /** How long the turn was that ended with it, in milliseconds. */
  turnMs?: number;
  /** Only with `snapshot`. */
  sessions?: SessionJson[];
  health?: HealthState;
  gap?: GapJson;
}

/** What happened in between is not known. */
export interface GapJson {
  from: string;
  to: string;
  because: string;
}

export const EVENT_TYPES = ["snapshot", "created", "updated", "removed", "health", "gap"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Attention first, then by start, so that rows stay put. */
export function compareSessions(a: Ordered, b: Ordered): number {
  const urgency = Number(b.status === "waiting") - Number(a.status === "waiting");
  if (urgency) return urgency;
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

interface Ordered {
  id: string;
  status: Status;
  startedAt: number | string;
}

const LAST_MOMENT_MS = 8.64e15;

/** Total: a moment from outside may be any number. */
export function iso(ms: number): string {
  return new Date(Math.max(0, Math.min(LAST_MOMENT_MS, ms || 0))).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
