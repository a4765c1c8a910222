import { FAILURES, type FailureBody } from "../core/errors.ts";

/** An expected failure as every client gets it. Never more than code, message and hint. */
export function toResponse(
  { code, message, hint }: FailureBody,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { error: { code, message, hint } },
    { status: FAILURES[code].http, headers: { ...headers } },
  );
}
