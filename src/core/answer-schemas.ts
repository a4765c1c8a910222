/**
 * What the API answers, as schemas: for the OpenAPI document, and for tests that look at real answers. The types
 * that they describe are those of `answers.ts` and the nouns; a test holds the two together.
 */
import { z } from "zod";
import { FAILURES, type FailureCode } from "./errors.ts";
import { WHERE } from "./search.ts";
import {
  attention,
  count,
  feedEvent,
  health,
  healthState,
  kind,
  list,
  moment,
  momentOrNull,
  orNull,
  pane,
  seq,
  session,
  source,
  status,
  text,
  unread,
} from "./session-schema.ts";
import { BOUND_BY, PROOFS, TURN_ENDS } from "./types.ts";

export const failure = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(FAILURES) as FailureCode[]),
    message: text,
    hint: text.describe("What to do next"),
  }),
});

const turnEnd = z.enum(TURN_ENDS).describe("How the turn ended; timeout: it had not");
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
    proof: z.enum(PROOFS).nullable().describe("By what the submission was proven"),
    how: z.enum(["paste", "keys"]),
    closed: list(z.strictObject({ gate: text, because: text, hint: text })),
    enteredAt: momentOrNull,
    turn: turnEnd.nullable(),
  }),
  TurnAnswer: z.strictObject({ id: text, turn: turnEnd }),
  KeysAnswer: keysAnswer,
  DialogAnswer: z.strictObject({
    ...keysAnswer.shape,
    verb: z.enum(["approve", "deny", "answer"]),
    option: text.describe("Label of the option that was taken"),
    own: z.boolean().describe("Own words were written"),
    next: z.strictObject({ kind, text: orNull }).nullable().describe("What it asked right after"),
  }),
  FeedAnswer: z.strictObject({
    seq,
    session: orNull.describe("Id of the session that was asked for"),
    events: z.array(feedEvent),
    more: z.boolean().describe("There are more than the limit let through"),
    complete: z.boolean().describe("False: some of it is no longer kept"),
  }),
  LabelAnswer: z.strictObject({ id: text, label: orNull }),
  SeenAnswer: z.strictObject({ id: text, cleared: unread.nullable() }),
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
