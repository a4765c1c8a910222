import type { Context, Hono } from "hono";
import { checkLabel } from "../core/label.ts";
import { labelBody, parseBody, seenBody } from "../core/schemas.ts";
import { iso, type Session } from "../core/session.ts";
import { checkMeant } from "./actions.ts";
import { readJson } from "./body.ts";
import type { ApiContext } from "./context.ts";

/** `POST /v1/sessions/:ref/label` and `/seen`: what people note about a session. No pane is touched. */
export function addMarkRoutes(
  app: Hono,
  { store, agents, marks }: ApiContext,
  find: (c: Context) => Promise<Session>,
): void {
  app.post("/v1/sessions/:ref/label", async (c) => {
    const body = parseBody(labelBody, await readJson(c));
    const session = await find(c);
    checkMeant(c.req.param("ref"), body.session, session);
    const { id } = session;
    const maps = [store.rows, store.remembered, store.dismissed];
    const rows = maps.flatMap((map) => [...map.values()]);
    const label = body.label === null ? null : checkLabel(body.label, id, rows, [...agents.keys()]);
    marks.label(id, label);
    return c.json({ id, label });
  });

  app.post("/v1/sessions/:ref/seen", async (c) => {
    const body = parseBody(seenBody, await readJson(c));
    const session = await find(c);
    checkMeant(c.req.param("ref"), body.session, session);
    const { id, unread } = session;
    marks.seen(id);
    return c.json({ id, cleared: unread && { ...unread, since: iso(unread.since) } });
  });
}
