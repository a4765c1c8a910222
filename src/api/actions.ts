import type { Context, Hono } from "hono";
import type { Actions } from "../actions/index.ts";
import type { Target } from "../actions/look.ts";
import { AppError } from "../core/errors.ts";
import {
  answerBody,
  interruptBody,
  keysBody,
  parseBody,
  sendBody,
  verdictBody,
} from "../core/schemas.ts";
import type { Session } from "../core/session.ts";

export interface ActionContext {
  actions: Actions;
  /** @throws AppError E_REFUSED when the session has no pane that may be written to */
  target(session: Session): Target;
}

const MAX_BODY_BYTES = 1 << 20;

/** `POST /v1/sessions/:ref/…`: what writes into panes. */
export function addActionRoutes(
  app: Hono,
  { actions, target }: ActionContext,
  find: (c: Context) => Session,
): void {
  app.post("/v1/sessions/:ref/send", async (c) => {
    const { text, enter, force, dryRun, waitMs, generation } = parseBody(
      sendBody,
      await readJson(c),
    );
    const session = find(c);
    checkGeneration(session, generation);
    return c.json({
      id: session.id,
      ...(await actions.send(
        target(session),
        { id: session.id, text, enter, force, dryRun },
        waitMs,
      )),
    });
  });
  app.post("/v1/sessions/:ref/keys", async (c) => {
    const { keys, force } = parseBody(keysBody, await readJson(c));
    const session = find(c);
    return c.json({ id: session.id, ...(await actions.keys(target(session), keys, force)) });
  });
  app.post("/v1/sessions/:ref/interrupt", async (c) => {
    parseBody(interruptBody, await readJson(c));
    const session = find(c);
    return c.json({ id: session.id, ...(await actions.interrupt(target(session))) });
  });
  for (const verb of ["approve", "deny", "answer"] as const) {
    app.post(`/v1/sessions/:ref/${verb}`, async (c) => {
      const body = await readJson(c);
      const { text, generation } =
        verb === "answer"
          ? parseBody(answerBody, body)
          : { text: null, ...parseBody(verdictBody, body) };
      const session = find(c);
      checkGeneration(session, generation);
      const { attention } = session;
      const expected =
        generation !== null && attention ? { kind: attention.kind, text: attention.text } : null;
      return c.json({
        id: session.id,
        ...(await actions.answer(target(session), { id: session.id, verb, text, expected })),
      });
    });
  }
}

function checkGeneration(session: Session, generation: string | null): void {
  if (generation === null || session.attention?.generation === generation) return;
  throw new AppError(
    "E_MOVED",
    `Nothing was answered: ${session.id} asks something else by now.`,
    "Look again with `ccmux list`, and decide anew.",
  );
}

/** @throws AppError E_USAGE, E_TOO_LARGE or E_MEDIA_TYPE */
async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json(?:;|$)/.test(type)) {
    throw new AppError(
      "E_MEDIA_TYPE",
      `A body of "${type || "no type"}" is not read.`,
      "Send JSON, and content-type: application/json.",
    );
  }
  const length = Number(c.req.header("content-length") ?? Number.NaN);
  if (!(length <= MAX_BODY_BYTES)) {
    throw new AppError(
      "E_TOO_LARGE",
      `A body of ${Number.isNaN(length) ? "unknown length" : `${length} bytes`} is not read.`,
      `Send at most ${MAX_BODY_BYTES} bytes, with content-length.`,
    );
  }
  try {
    return await c.req.json();
  } catch {
    throw new AppError("E_USAGE", "The body is no JSON.", "See docs/http-api.md.");
  }
}
