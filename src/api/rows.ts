import type { Context, Hono } from "hono";
import type { KillOutcome } from "../actions/kill.ts";
import { standsIn } from "../core/reference.ts";
import { dismissBody, killBody, parseBody } from "../core/schemas.ts";
import type { Session } from "../core/session.ts";
import type { WaitRequest } from "../pipeline/wait.ts";
import { checkMeant } from "./actions.ts";
import { readJson } from "./body.ts";
import { readCaller, type ApiContext } from "./context.ts";

export interface RowContext {
  /** @throws AppError E_REFUSED, E_UNPROVEN */
  kill(session: Session, how: { force: boolean; isSelf: boolean }): Promise<KillOutcome>;
  /** Takes its row away until it changes. */
  dismiss(session: Session): void;
}

/** An ended agent's row goes with the next scan, which finds its process gone. */
const GONE: Omit<WaitRequest, "ids"> = {
  until: ["gone"],
  kind: null,
  background: false,
  any: false,
  timeoutMs: 10_000,
  stableMs: 0,
};

/** `POST /v1/sessions/:ref/…`: what is done to a row, and types nothing. */
export function addRowRoutes(
  app: Hono,
  context: ApiContext,
  find: (c: Context) => Promise<Session>,
): void {
  app.post("/v1/sessions/:ref/kill", async (c) => {
    const { session: meant, force } = parseBody(killBody, await readJson(c));
    const session = await find(c);
    checkMeant(c.req.param("ref"), meant, session);
    const isSelf = standsIn(session, readCaller(c.req.raw.headers, context));
    const leave = context.listen();
    try {
      const outcome = await context.kill(session, { force, isSelf });
      await context.wait({ ...GONE, ids: [session.id] }, c.req.raw.signal);
      return c.json({ id: session.id, ...outcome });
    } finally {
      leave();
    }
  });
  app.post("/v1/sessions/:ref/dismiss", async (c) => {
    const { session: meant } = parseBody(dismissBody, await readJson(c));
    const session = await find(c);
    checkMeant(c.req.param("ref"), meant, session);
    context.dismiss(session);
    return c.json({ id: session.id });
  });
}
