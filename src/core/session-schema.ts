/** The session and its events as schemas; their types are `SessionJson` and `EventJson`. */
import { z } from "zod";
import { CHANGES, KEPT } from "./feed.ts";
import { EVENT_TYPES } from "./session.ts";
import { ATTENTION_KINDS, BOUND_BY, SOURCES, STATUSES } from "./types.ts";

export const text = z.string();
export const orNull = text.nullable();
export const moment = z.iso.datetime();
export const momentOrNull = moment.nullable();
export const count = z.int().min(0);
export const seq = text.describe("`<epoch>-<n>`; n only grows, over restarts too");
export const status = z.enum(STATUSES);
export const kind = z.enum(ATTENTION_KINDS);
export const source = z.enum(SOURCES);
export const list = <S extends z.ZodType>(schema: S) => z.array(schema).readonly();

export const pane = z
  .strictObject({ id: text, server: text, target: text, tty: text, title: text })
  .describe("Where it is: `%N`, the tmux server's socket, session:window.pane, terminal, title");
export const attention = z
  .strictObject({ kind, tool: orNull, text: orNull, since: moment, generation: text })
  .describe("What it waits for. The generation is new for each dialog");

export const unread = z.strictObject({ since: moment, reason: z.enum(["finished", "waiting"]) });

export const session = z.strictObject({
  id: text.describe("The same over restarts of the daemon, another after the agent was restarted"),
  agent: text,
  label: orNull,
  nativeId: orNull.describe("The agent's own id of the conversation"),
  job: orNull.describe("Name of the background agent that it is, or that its pane shows"),
  status: status.describe("unknown: no source can tell; it is never shown as idle"),
  statusSince: moment,
  attention: attention.nullable(),
  unread: unread.nullable(),
  lastError: z
    .strictObject({ code: z.enum(["rate_limit", "api_error", "agent_error"]), text })
    .nullable(),
  background: count.describe("Its own background jobs and subagents that still run"),
  source: source.nullable().describe("Whose word won"),
  pane: pane.nullable(),
  bound: z.enum(BOUND_BY).describe("By what it is tied to its pane"),
  pid: count,
  startedAt: moment,
  cwd: orNull,
  project: orNull,
  branch: orNull,
  worktree: orNull,
  version: orNull,
  model: orNull,
  title: orNull,
  lastPrompt: orNull,
  transcript: orNull.describe("Path of the agent's own log of the conversation"),
  lastActivityAt: momentOrNull,
  lastUserInputAt: momentOrNull,
  turnStartedAt: momentOrNull,
  subagents: list(z.strictObject({ id: text, status, startedAt: moment })),
  context: z.strictObject({ tokens: count, limit: count.nullable() }).nullable(),
});

export const healthState = { state: z.enum(["ok", "degraded"]), reasons: list(text) };
export const health = z.strictObject(healthState);

export const event = z.strictObject({
  seq,
  at: moment,
  type: z.enum(EVENT_TYPES),
  session: session.exactOptional(),
  from: z.strictObject({ status }).exactOptional().describe("What it was before"),
  to: z.strictObject({ status }).exactOptional().describe("What it is now"),
  changed: list(z.enum(CHANGES))
    .exactOptional()
    .describe("What a reader would act on; empty when only the rest has moved"),
  dismissed: z
    .literal(true)
    .exactOptional()
    .describe("Of `removed`: only the row went, the agent lives on"),
  turnMs: count.exactOptional().describe("How long the turn was that ended with it"),
  sessions: z.array(session).exactOptional().describe("Of `snapshot`"),
  health: health.exactOptional(),
  gap: z
    .strictObject({ from: moment, to: moment, because: text })
    .exactOptional()
    .describe("What happened in between is not known"),
});

const KEPT_KEYS = Object.fromEntries(KEPT.map((key) => [key, true])) as Record<
  (typeof KEPT)[number],
  true
>;
/** In the feed less of the session is kept. */
export const feedEvent = event.extend({ session: session.pick(KEPT_KEYS).exactOptional() });
