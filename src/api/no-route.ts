import type { Context, Hono } from "hono";
import { toResponse } from "./failure.ts";

/** 405 where another method would have been right, else 404. */
export function noRoute(app: Hono, c: Context): Response {
  const methods = app.routes
    .filter(({ path, method }) => method !== "ALL" && isPath(path, c.req.path))
    .map((one) => one.method);
  // Of a HEAD, Hono speaks as of the GET that it would run.
  const message = `No route ${c.req.raw.method} ${c.req.path}.`;
  if (methods.length === 0)
    return toResponse({ code: "E_NOT_FOUND", message, hint: "See docs/http-api.md." });
  const allow = [...new Set(methods)].join(", ");
  return toResponse({ code: "E_METHOD", message, hint: `Use ${allow}.` }, { allow });
}

/** `/v1/sessions/:ref/send` against a path. */
function isPath(pattern: string, path: string): boolean {
  const [want, got] = [pattern, path].map((text) => text.split("/"));
  return (
    want!.length === got!.length &&
    want!.every((part, at) => part.startsWith(":") || part === got![at])
  );
}
