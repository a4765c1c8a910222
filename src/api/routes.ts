import type { z } from "zod";
import type { ANSWERS } from "../core/answer-schemas.ts";
import type { FailureCode } from "../core/errors.ts";
import {
  answerBody,
  dismissBody,
  eventsQuery,
  interruptBody,
  keysBody,
  killBody,
  screenQuery,
  searchQuery,
  sendBody,
  sessionsQuery,
  transcriptQuery,
  verdictBody,
  waitQuery,
} from "../core/schemas.ts";

/** A route as the OpenAPI document tells it. */
export interface RouteRow {
  /** `GET /v1/sessions/:ref`, as the app knows it. */
  route: `${"GET" | "POST"} /v1/${string}`;
  /** Name for what is generated from the document. */
  name: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** By name; else the type of what is no JSON. */
  answer: keyof typeof ANSWERS | "text/plain" | "text/event-stream" | "application/json";
  /** Has an `ETag`, and 304 for who knows it. */
  etag?: true;
  /** Refusals of its own; what any route may answer is not repeated. */
  failures?: readonly FailureCode[];
}

const REF: readonly FailureCode[] = ["E_NOT_FOUND", "E_AMBIGUOUS"];
const WRITES: readonly FailureCode[] = [...REF, "E_REFUSED", "E_MOVED", "E_UNPROVEN"];

/** One row a route, in the order of docs/http-api.md. A new route is a new row, or a test fails. */
export const ROUTES: readonly RouteRow[] = [
  {
    route: "GET /v1/health",
    name: "health",
    summary: "How the daemon is",
    answer: "Health",
  },
  {
    route: "GET /v1/agents",
    name: "agents",
    summary: "Kinds of agents that are known",
    answer: "Agents",
  },
  {
    route: "GET /v1/sessions",
    name: "sessions",
    summary: "Every session, those that need somebody first",
    query: sessionsQuery,
    etag: true,
    answer: "Snapshot",
  },
  {
    route: "GET /v1/sessions/:ref",
    name: "session",
    summary: "One session",
    answer: "SessionAnswer",
    failures: REF,
  },
  {
    route: "GET /v1/sessions/:ref/screen",
    name: "screen",
    summary: "What its pane shows",
    query: screenQuery,
    answer: "Screen",
    failures: [...REF, "E_GONE"],
  },
  {
    route: "GET /v1/sessions/:ref/transcript",
    name: "transcript",
    summary: "Its last turns, from its own log",
    query: transcriptQuery,
    answer: "Transcript",
    failures: REF,
  },
  {
    route: "GET /v1/sessions/:ref/explain",
    name: "explain",
    summary: "Every source's word, what won, what was refused, how it is bound",
    answer: "Explanation",
    failures: [...REF, "E_GONE"],
  },
  {
    route: "GET /v1/search",
    name: "search",
    summary: "Which session it was, by words of prompts, panes and answers",
    query: searchQuery,
    answer: "SearchAnswer",
  },
  {
    route: "GET /v1/wait",
    name: "wait",
    summary: "Answers when it is so, or can no longer become so, however long that takes",
    query: waitQuery,
    answer: "WaitAnswer",
    failures: REF,
  },
  {
    route: "GET /v1/events",
    name: "events",
    summary: "What happens, as it happens. Last-Event-ID goes on where a reader left",
    query: eventsQuery,
    answer: "text/event-stream",
  },
  {
    route: "GET /v1/metrics",
    name: "metrics",
    summary: "Prometheus text",
    answer: "text/plain",
  },
  {
    route: "GET /v1/openapi.json",
    name: "openapi",
    summary: "This document",
    answer: "application/json",
  },
  {
    route: "POST /v1/sessions/:ref/send",
    name: "send",
    summary: "Writes a text and submits it, once, or types nothing",
    body: sendBody,
    answer: "SendAnswer",
    failures: WRITES,
  },
  {
    route: "POST /v1/sessions/:ref/keys",
    name: "keys",
    summary: "Presses keys, named as tmux names them",
    body: keysBody,
    answer: "KeysAnswer",
    failures: WRITES,
  },
  {
    route: "POST /v1/sessions/:ref/interrupt",
    name: "interrupt",
    summary: "Ends its turn, with its own keys",
    body: interruptBody,
    answer: "KeysAnswer",
    failures: WRITES,
  },
  ...(["approve", "deny"] as const).map((verb) => ({
    route: `POST /v1/sessions/:ref/${verb}` as const,
    name: verb,
    summary: `Says ${verb === "approve" ? "yes, once," : "no"} to what it asks`,
    body: verdictBody,
    answer: "DialogAnswer" as const,
    failures: WRITES,
  })),
  {
    route: "POST /v1/sessions/:ref/answer",
    name: "answer",
    summary: "Answers what it asks: an option by label or number, else own words",
    body: answerBody,
    answer: "DialogAnswer",
    failures: WRITES,
  },
  {
    route: "POST /v1/sessions/:ref/kill",
    name: "kill",
    summary: "Ends the agent; answers when its process is gone",
    body: killBody,
    answer: "KillAnswer",
    failures: WRITES,
  },
  {
    route: "POST /v1/sessions/:ref/dismiss",
    name: "dismiss",
    summary: "Takes its row away until its status or its dialog changes",
    body: dismissBody,
    answer: "IdAnswer",
    failures: [...REF, "E_MOVED"],
  },
  {
    route: "POST /v1/stop",
    name: "stop",
    summary: "Ends the daemon",
    answer: "StopAnswer",
  },
];
