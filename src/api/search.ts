import type { Context, Hono } from "hono";
import { parseQuery, searchQuery } from "../core/schemas.ts";
import { iso } from "../core/session.ts";
import type { createSearch } from "../pipeline/search.ts";
import type { ApiContext } from "./context.ts";

export interface SearchContext {
  search: ReturnType<typeof createSearch>;
}

/** `GET /v1/search`: which session, whose words, the line. */
export function addSearchRoute(
  app: Hono,
  context: ApiContext,
  ready: (c: Context) => Promise<void>,
): void {
  app.get("/v1/search", async (c) => {
    const { q: words, limit } = parseQuery(searchQuery, new URL(c.req.url).searchParams);
    await ready(c);
    const { found, complete } = await context.search([...context.store.rows.values()], {
      words,
      limit,
    });
    const results = found.map(({ session: { id, agent, label, project, pane }, hits }) => ({
      id,
      agent,
      label,
      project,
      pane,
      hits: hits.map((hit) => ({ ...hit, at: hit.at === null ? null : iso(hit.at) })),
    }));
    return c.json({ query: words, complete, results });
  });
}
