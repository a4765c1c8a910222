import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { Actions } from "../actions/index.ts";
import type { Target } from "../actions/look.ts";
import { AppError } from "../core/errors.ts";
import {
  answerBody,
  interruptBody,
  keysBody,
  parseBody,
  parseQuery,
  sendBody,
  turnQuery,
  verdictBody,
} from "../core/schemas.ts";
import type { WaitOutcome, WaitRequest } from "../pipeline/wait.ts";
import { iso, type Session } from "../core/session.ts";
import { readJson } from "./body.ts";

export interface ActionContext {
  actions: Actions;
  /** @throws AppError E_REFUSED when the session has no pane that may be written to */
  target(session: Session): Target;
  wait(request: WaitRequest, signal: AbortSignal): Promise<WaitOutcome>;
  look(id: string): void;
}

/** So long a row may take to show what a send has proven; a turn that is over by then never shows. */
const BEGUN = {
  until: ["working", "waiting", "gone"],
  kind: null,
  background: false,
  any: false,
  stableMs: 0,
  timeoutMs: 1000,
} as const;

type Decided = z.ZodType<{ session: string | null; generation: string | null }>;

/** `/v1/sessions/:ref/…`: what writes into panes, and what becomes of it. */
export function addActionRoutes(
  app: Hono,
  { actions, target, wait, look }: ActionContext,
  find: (c: Context) => Promise<Session>,
): void {
  /** Whom and what a request means, with its session's id. */
  const read = async <S extends Decided>(c: Context, schema: S) => {
    const { session: meant, ...body } = parseBody(schema, await readJson(c));
    const session = await find(c);
    checkMeant(c.req.param("ref")!, meant, session);
    return { target: target(session), request: { ...body, id: session.id } };
  };

  app.post("/v1/sessions/:ref/send", async (c) => {
    const one = await read(c, sendBody);
    const { waitMs, ...request } = one.request;
    const { signal } = c.req.raw;
    const { enteredAt, ...outcome } = await actions.send(one.target, request);
    const { id } = request;
    const { proof } = outcome;
    const answer = { id, ...outcome, enteredAt: enteredAt === null ? null : iso(enteredAt) };
    if (proof === null || enteredAt === null) return c.json({ ...answer, turn: null });
    if (waitMs === null) {
      // Who asks next is not to find it idle, as before (FR-039).
      look(id);
      await wait({ ...BEGUN, ids: [id] }, signal);
      return c.json({ ...answer, turn: null });
    }
    const began = { target: one.target, id, proof, enteredAt, timeoutMs: waitMs };
    return c.json({ ...answer, turn: await actions.turn(began, signal) });
  });
  app.get("/v1/sessions/:ref/turn", async (c) => {
    const { enteredAt, ...query } = parseQuery(turnQuery, new URL(c.req.url).searchParams);
    const session = await find(c);
    const { id } = session;
    const began = { ...query, target: target(session), id, enteredAt: Date.parse(enteredAt) };
    return c.json({ id, turn: await actions.turn(began, c.req.raw.signal) });
  });
  app.post("/v1/sessions/:ref/keys", async (c) => {
    const { target, request } = await read(c, keysBody);
    return c.json({ id: request.id, ...(await actions.keys(target, request)) });
  });
  app.post("/v1/sessions/:ref/interrupt", async (c) => {
    const { target, request } = await read(c, interruptBody);
    return c.json({ id: request.id, ...(await actions.interrupt(target, request)) });
  });
  for (const verb of ["approve", "deny"] as const) {
    app.post(`/v1/sessions/:ref/${verb}`, async (c) => {
      const { target, request } = await read(c, verdictBody);
      const outcome = await actions.answer(target, { ...request, verb, text: null });
      return c.json({ id: request.id, ...outcome });
    });
  }
  app.post("/v1/sessions/:ref/answer", async (c) => {
    const { target, request } = await read(c, answerBody);
    const outcome = await actions.answer(target, { ...request, verb: "answer" });
    return c.json({ id: request.id, ...outcome });
  });
}

/**
 * A reference may be another session by now.
 * @param meant the id that the caller decided on; null: whichever it is
 * @throws AppError E_MOVED
 */
export function checkMeant(ref: string, meant: string | null, { id }: Session): void {
  if (meant === null || meant === id) return;
  throw new AppError(
    "E_MOVED",
    `Nothing was done: "${ref}" is ${id} by now.`,
    "Look again with `ccmux list`, and decide anew.",
  );
}
