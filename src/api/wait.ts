import type { Context, Hono } from "hono";
import { resolveReference } from "../core/reference.ts";
import { parseQuery, waitQuery } from "../core/schemas.ts";
import { toJson, type SessionJson } from "../core/session.ts";
import { formatSeq } from "../core/seq.ts";
import { readCaller, type ApiContext } from "./context.ts";

/** `GET /v1/wait`: one answer, when it is so or can no longer become so, however long it takes. */
export function addWaitRoute(
  app: Hono,
  context: ApiContext,
  ready: (c: Context) => Promise<void>,
): void {
  const { store } = context;
  app.get("/v1/wait", async (c) => {
    const {
      ref,
      kind = null,
      ...condition
    } = parseQuery(waitQuery, new URL(c.req.url).searchParams);
    await ready(c);
    const caller = readCaller(c.req.raw.headers, context);
    const rows = [...store.rows.values()] as unknown as SessionJson[];
    // A dismissed one has no row to be meant by, but its id is still its own.
    const idOf = (one: string): string =>
      store.dismissed.has(one) ? one : resolveReference(one, rows, caller).id;
    const ids = [...new Set(ref.map(idOf))];
    const leave = context.listen();
    try {
      const outcome = await context.wait({ ...condition, kind, ids }, c.req.raw.signal);
      const seq = formatSeq(store.epoch, store.n);
      return c.json({ seq, ...outcome, sessions: outcome.sessions.map(toJson) });
    } finally {
      leave();
    }
  });
}
