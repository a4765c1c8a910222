/** The feed: what of all events is kept on disk. Pure. */
import type { EventJson, Session, SessionJson } from "./session.ts";

/** What of an `updated` row is worth keeping. */
export const CHANGES = ["status", "attention", "error", "label"] as const;
export type Change = (typeof CHANGES)[number];

/** What `--type` takes: the type of an event, or one of its changes. */
export const FEED_TYPES = ["created", "updated", "removed", ...CHANGES, "health", "gap"] as const;
export type FeedType = (typeof FEED_TYPES)[number];

/** Of a session, in the feed: who it was and how it was. Prompts, titles and paths of logs are not kept. */
export const KEPT = [
  "id",
  "agent",
  "label",
  "nativeId",
  "status",
  "statusSince",
  "attention",
  "lastError",
  "project",
  "pane",
] as const;
export type FeedSession = Pick<SessionJson, (typeof KEPT)[number]>;

/** An event of the feed: one of the stream with less of its session. */
export type FeedEventJson = EventJson<FeedSession>;

/** An event and what it is filed under. */
export interface FeedRecord {
  n: number;
  at: number;
  event: Omit<FeedEventJson, "seq">;
}

/** What is written at once, or not at all. */
export interface FeedBatch {
  records: readonly FeedRecord[];
  /** Rows as they are now. */
  rows: readonly Session[];
  /** Rows that are no more. */
  ended: readonly Session[];
}

export interface FeedQuery {
  /** Events after this number, or not before this moment; both null: the newest ones. */
  after: number | null;
  notBefore: number | null;
  /** An id, a label or a native id, as it was at that time. */
  session: string | null;
  agent: string | null;
  types: readonly FeedType[] | null;
  limit: number;
}

export interface FeedPage {
  events: FeedEventJson[];
  /** There are more than the limit let through. */
  more: boolean;
  /** False: some of what was asked for is no longer kept. */
  complete: boolean;
}

/** What is kept of the feed; what is older or over goes, oldest first. */
export interface FeedLimits {
  feedDays: number;
  feedMegabytes: number;
}

/** What a reader would act on. A dialog that closes is a change of the status. */
export function changesBetween(before: Session, now: Session): Change[] {
  const asks = now.attention && !now.attention.provisional ? now.attention : null;
  const asked = before.attention?.provisional ? null : before.attention;
  const changed: Record<Change, boolean> = {
    status: before.status !== now.status,
    attention: asks !== null && (asks.generation !== asked?.generation || asks.kind !== asked.kind),
    error: now.lastError !== null && now.lastError.text !== before.lastError?.text,
    label: before.label !== now.label,
  };
  return CHANGES.filter((change) => changed[change]);
}

/** How long the turn was that has ended; null: none has. */
export function endedTurnMs(before: Session, now: Session | null, at: number): number | null {
  if (before.turnStartedAt === null || (now && now.status !== "idle")) return null;
  return Math.max(0, (now?.statusSince ?? at) - before.turnStartedAt);
}

/** Whether an event belongs in the feed: other changes of a row are told live, and not kept. */
export function isKept({ type, changed }: Pick<EventJson, "type" | "changed">): boolean {
  return type !== "snapshot" && (type !== "updated" || (changed?.length ?? 0) > 0);
}

export function toFeedSession(session: SessionJson): FeedSession {
  return Object.fromEntries(KEPT.map((key) => [key, session[key]])) as unknown as FeedSession;
}

/** Under what an event is found by `--type`. */
export function typesOf({ type, changed }: Pick<EventJson, "type" | "changed">): string[] {
  return [type, ...(changed ?? [])];
}

/** Whether a live event is one that was asked for, by the same rules as the feed's. */
export function matches(
  event: FeedEventJson,
  { types, agent, session }: Pick<FeedQuery, "types" | "agent" | "session">,
): boolean {
  if (types && !typesOf(event).some((type) => (types as readonly string[]).includes(type)))
    return false;
  // Whatever was asked for may have happened in it.
  if (event.type === "gap") return true;
  if (agent !== null && event.session?.agent !== agent) return false;
  const { id, label = null, nativeId = null } = event.session ?? {};
  return session === null || [id, label, nativeId].includes(session);
}
