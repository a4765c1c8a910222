import type { FailureCode } from "../core/errors.ts";
import {
  answerBody,
  dismissBody,
  interruptBody,
  keysBody,
  killBody,
  labelBody,
  seenBody,
  sendBody,
  verdictBody,
} from "../core/schemas.ts";
import { REF, type RouteRow } from "./route-row.ts";

const WRITES: readonly FailureCode[] = [...REF, "E_REFUSED", "E_MOVED", "E_UNPROVEN"];

/** `POST /v1/sessions/:ref/…`: what is done to a session. */
export const WRITING: readonly RouteRow[] = [
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
    route: "POST /v1/sessions/:ref/label",
    name: "label",
    summary: "Names it; null takes the name away",
    body: labelBody,
    answer: "LabelAnswer",
    failures: [...REF, "E_MOVED"],
  },
  {
    route: "POST /v1/sessions/:ref/seen",
    name: "seen",
    summary: "It was looked at: clears `unread`",
    body: seenBody,
    answer: "SeenAnswer",
    failures: [...REF, "E_MOVED"],
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
];
