import type { Context, Hono } from "hono";
import { AppError } from "../core/errors.ts";
import type { FeedPage, FeedQuery } from "../core/feed.ts";
import { resolveReference } from "../core/reference.ts";
import { feedQuery, parseQuery } from "../core/schemas.ts";
import { formatSeq } from "../core/seq.ts";
import type { SessionJson } from "../core/session.ts";
import { parseSince } from "../core/since.ts";
import { checkAgent, readCaller, readServer, type ApiContext } from "./context.ts";

/** `GET /v1/feed`: what happened, from disk. */
export function addFeedRoute(app: Hono, context: ApiContext): void {
  const { store, now } = context;

  app.get("/v1/feed", async (c) => {
    await context.ready(readServer(c.req.raw.headers));
    const {
      since,
      session,
      agent,
      type = null,
      limit,
    } = parseQuery(feedQuery, new URL(c.req.url).searchParams);
    if (agent !== undefined) checkAgent(agent, context.agents);
    const from = since === undefined ? null : parseSince(since, now(), "since");
    const isSeq = from !== null && "n" in from;
    // Of another history nothing is left: all that there is comes after it.
    const isForeign = isSeq && from.epoch !== store.epoch;
    const id = session === undefined ? null : meant(c, session);
    const query: FeedQuery = {
      after: isSeq ? (isForeign ? 0 : from.n) : null,
      notBefore: from !== null && "at" in from ? from.at : null,
      session: id,
      agent: agent ?? null,
      types: type,
      limit,
    };
    const page = read(query);
    return c.json({
      seq: formatSeq(store.epoch, store.n),
      session: id,
      ...page,
      complete: page.complete && !isForeign,
    });
  });

  /** The id of the session that is meant; one that has ended is known by what its events were filed under. */
  const meant = (c: Context, ref: string): string => {
    try {
      const rows = [...store.rows.values()] as unknown as SessionJson[];
      return resolveReference(ref, rows, readCaller(c.req.raw.headers, context)).id;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "E_NOT_FOUND") throw error;
      const any = { after: null, notBefore: null, agent: null, session: ref, limit: 1 };
      if (read({ ...any, types: ["created", "updated", "removed"] }).events.length === 0)
        throw error;
      return ref;
    }
  };

  const read = (query: FeedQuery): FeedPage => {
    try {
      return context.feed(query);
    } catch (error) {
      throw new AppError(
        "E_UNAVAILABLE",
        `The feed can't be read: ${error instanceof Error ? error.message : String(error)}.`,
        "Run `ccmux daemon status`.",
        error,
      );
    }
  };
}
