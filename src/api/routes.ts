import {
  eventsQuery,
  feedQuery,
  screenQuery,
  searchQuery,
  sessionsQuery,
  transcriptQuery,
  turnQuery,
  waitQuery,
} from "../core/schemas.ts";

import { REF, type RouteRow } from "./route-row.ts";
import { WRITING } from "./routes-writing.ts";

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
    route: "GET /v1/sessions/:ref/turn",
    name: "turn",
    summary: "Answers when the turn is over that a text began",
    query: turnQuery,
    answer: "TurnAnswer",
    failures: [...REF, "E_GONE", "E_REFUSED"],
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
    route: "GET /v1/feed",
    name: "feed",
    summary: "What happened, from disk, also while nobody listened",
    query: feedQuery,
    answer: "FeedAnswer",
    failures: ["E_NOT_FOUND", "E_AMBIGUOUS", "E_UNAVAILABLE"],
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
  ...WRITING,
  {
    route: "POST /v1/stop",
    name: "stop",
    summary: "Ends the daemon",
    answer: "StopAnswer",
  },
];
