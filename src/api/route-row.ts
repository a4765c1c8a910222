import type { z } from "zod";
import type { ANSWERS } from "../core/answer-schemas.ts";
import type { FailureCode } from "../core/errors.ts";

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

/** Of a reference that names nobody, or several. */
export const REF: readonly FailureCode[] = ["E_NOT_FOUND", "E_AMBIGUOUS"];
