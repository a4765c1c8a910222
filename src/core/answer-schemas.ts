/**
 * What the API answers, as schemas: for the OpenAPI document, and for tests that look at real answers. The types
 * that they describe are those of `answers.ts` and the nouns; a test holds the two together.
 */
import { z } from "zod";
import { FAILURES, type FailureCode } from "./errors.ts";
import { WHERE } from "./search.ts";
import { EVENT_TYPES } from "./session.ts";
import { ATTENTION_KINDS, BOUND_BY, SOURCES, STATUSES } from "./types.ts";

const text = z.string();
const orNull = text.nullable();
const moment = z.iso.datetime();
const momentOrNull = moment.nullable();
const count = z.int().min(0);
const seq = text.describe("`<epoch>-<n>`; n only grows, over restarts too");
const status = z.enum(STATUSES);
const kind = z.enum(ATTENTION_KINDS);
const source = z.enum(SOURCES);
const list = <S extends z.ZodType>(schema: S) => z.array(schema).readonly();

const pane = z
  .strictObject({ id: text, server: text, target: text, tty: text, title: text })
  .describe("Where it is: `%N`, the tmux server's socket, session:window.pane, terminal, title");
const attention = z
  .strictObject({ kind, tool: orNull, text: orNull, since: moment, generation: text })
  .describe("What it waits for. The generation is new for each dialog");

export const session = z.strictObject({
  id: text.describe("The same over restarts of the daemon, another after the agent was restarted"),
  agent: text,
  label: orNull,
  nativeId: orNull.describe("The agent's own id of the conversation"),
  job: orNull.describe("Name of the background agent that it is, or that its pane shows"),
  status: status.describe("unknown: no source can tell; it is never shown as idle"),
  statusSince: moment,
  attention: attention.nullable(),
  unread: z.strictObject({ since: moment, reason: z.enum(["finished", "waiting"]) }).nullable(),
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

const healthState = { state: z.enum(["ok", "degraded"]), reasons: list(text) };
const health = z.strictObject(healthState);

export const event = z.strictObject({
  seq,
  at: moment,
  type: z.enum(EVENT_TYPES),
  session: session.exactOptional(),
  from: z.strictObject({ status }).exactOptional().describe("What it was before, of `updated`"),
  sessions: z.array(session).exactOptional().describe("Of `snapshot`"),
  health: health.exactOptional(),
});

export const failure = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(FAILURES) as FailureCode[]),
    message: text,
    hint: text.describe("What to do next"),
  }),
});

const keysAnswer = z.strictObject({ id: text, keys: list(text) });

export const ANSWERS = {
  Health: z.strictObject({
    ...healthState,
    version: text,
    apiVersion: count,
    pid: count,
    socket: text,
    port: count.nullable(),
    startedAt: moment,
    uptimeMs: count,
    seq,
    sessions: count,
    counters: z.record(text, z.number()).readonly(),
  }),
  Agents: z.strictObject({
    agents: list(
      z.strictObject({ name: text, title: text, verified: list(text), sources: list(source) }),
    ),
  }),
  Snapshot: z.strictObject({ seq, health, sessions: z.array(session) }),
  SessionAnswer: z.strictObject({ seq, session }),
  Screen: z.strictObject({
    id: text,
    pane: pane.nullable(),
    title: text,
    width: count,
    height: count,
    lines: list(text),
  }),
  Transcript: z.strictObject({
    id: text,
    source: z.enum(["log", "screen"]),
    path: orNull,
    turns: list(
      z.strictObject({
        prompt: orNull,
        promptAt: momentOrNull,
        answer: orNull,
        answerAt: momentOrNull,
        ended: z.boolean(),
      }),
    ),
  }),
  Explanation: z.strictObject({
    id: text,
    agent: text,
    verdict: z.strictObject({
      status,
      attention: attention.nullable(),
      source: source.nullable(),
      because: text,
    }),
    evidence: list(
      z.strictObject({
        source,
        status,
        attention: z.strictObject({ kind, tool: orNull, text: orNull }).nullable(),
        because: text,
        at: momentOrNull,
        ageMs: count.nullable(),
      }),
    ),
    refused: list(z.strictObject({ source: text, because: text })),
    binding: z.strictObject({
      by: z.enum(BOUND_BY),
      because: text,
      pane: pane.nullable(),
      pid: count,
      startTicks: count,
      inFront: z.boolean(),
      ties: list(z.strictObject({ source, path: text, because: text })),
    }),
  }),
  WaitAnswer: z.strictObject({
    seq,
    outcome: z.enum(["met", "timeout", "gone", "aborted"]),
    sessions: list(session),
    met: list(text),
    gone: list(text),
  }),
  SendAnswer: z.strictObject({
    id: text,
    typed: z.boolean(),
    submitted: z.boolean(),
    proof: z
      .enum(["published", "hook", "log", "working", "queued", "transcript"])
      .nullable()
      .describe("By what the submission was proven"),
    how: z.enum(["paste", "keys"]),
    closed: list(z.strictObject({ gate: text, because: text, hint: text })),
    enteredAt: momentOrNull,
    turn: z.enum(["idle", "waiting", "gone", "timeout"]).nullable(),
  }),
  KeysAnswer: keysAnswer,
  DialogAnswer: z.strictObject({
    ...keysAnswer.shape,
    verb: z.enum(["approve", "deny", "answer"]),
    option: text.describe("Label of the option that was taken"),
    own: z.boolean().describe("Own words were written"),
    next: z.strictObject({ kind, text: orNull }).nullable().describe("What it asked right after"),
  }),
  SearchAnswer: z.strictObject({
    query: text,
    complete: z.boolean().describe("False: there was no time for all, or there is more"),
    results: list(
      z.strictObject({
        id: text,
        agent: text,
        label: orNull,
        project: orNull,
        pane: pane.nullable(),
        hits: list(z.strictObject({ where: z.enum(WHERE), at: momentOrNull, line: text })),
      }),
    ),
  }),
  KillAnswer: z.strictObject({
    id: text,
    pid: count,
    signal: z.enum(["SIGTERM", "SIGKILL"]).nullable().describe("null: it had ended by itself"),
  }),
  IdAnswer: z.strictObject({ id: text }),
  StopAnswer: z.strictObject({ stopping: z.literal(true) }),
};
