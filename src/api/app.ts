import { Hono, type Context } from "hono";
import { cleanJson } from "../core/clean.ts";
import { AppError, toFailure } from "../core/errors.ts";
import { resolveReference } from "../core/reference.ts";
import { screenQuery, parseQuery, sessionsQuery, transcriptQuery } from "../core/schemas.ts";
import { formatSeq } from "../core/seq.ts";
import { compareSessions, toJson, type Session, type SessionJson } from "../core/session.ts";
import { toTranscriptJson } from "../core/turns.ts";
import { addActionRoutes } from "./actions.ts";
import { checkAgent, readCaller, readServer, type ApiContext } from "./context.ts";
import { streamEvents, type EventLimits } from "./events.ts";
import { explain } from "./explain.ts";
import { createFrames } from "./frames.ts";
import { addFeedRoute } from "./feed.ts";
import { toResponse } from "./failure.ts";
import { addMarkRoutes } from "./marks.ts";
import { renderMetrics } from "./metrics.ts";
import { noRoute } from "./no-route.ts";
import { addWaitRoute } from "./wait.ts";
import { addRowRoutes } from "./rows.ts";
import { addSearchRoute } from "./search.ts";

/** The routes of `/v1`: `(Request) → Response`, no port. */
export function createApp(context: ApiContext, limits: Partial<EventLimits> = {}): Hono {
  const { store } = context;
  const app = new Hono();
  /** As bytes: a megabyte of text would be encoded anew for each answer. */
  let body: { seq: string; health: unknown; bytes: Uint8Array<ArrayBuffer> } | null = null;

  const ready = (c: Context): Promise<void> => context.ready(readServer(c.req.raw.headers));
  const find = (c: Context): Session => {
    const rows = [...store.rows.values()];
    // Shape the candidates only: moments do not matter here.
    const row = resolveReference(
      c.req.param("ref")!,
      rows as unknown as SessionJson[],
      readCaller(c.req.raw.headers, context),
    );
    return store.rows.get(row.id)!;
  };
  const seq = (): string => formatSeq(store.epoch, store.n);
  const sorted = (): SessionJson[] =>
    [...store.rows.values()].toSorted(compareSessions).map(toJson);

  /** What agents say is in it, and many print it as it comes: nothing that a terminal would obey. */
  const snapshot = (sessions: readonly SessionJson[]): string =>
    cleanJson({ seq: seq(), health: store.health, sessions });

  app.onError((error) => {
    if (error instanceof AppError) return toResponse(toFailure(error));
    context.onError(error);
    // Its own words may hold anything: they are for the log.
    const hint = "Please report it with the output of `ccmux daemon logs`.";
    return toResponse({ code: "E_DEFECT", message: "This is a defect of ccmux.", hint });
  });
  app.notFound((c) => noRoute(app, c));
  // It would begin a wait, or a stream that nobody reads.
  app.use(async (c, next) => (c.req.raw.method === "HEAD" ? noRoute(app, c) : next()));

  app.get("/v1/health", (c) =>
    c.json({
      ...store.health,
      version: context.version,
      apiVersion: 1,
      pid: context.pid,
      socket: context.socket,
      port: context.port,
      startedAt: new Date(context.startedAt).toISOString(),
      uptimeMs: context.now() - context.startedAt,
      seq: seq(),
      sessions: store.rows.size,
      counters: context.counters(),
    }),
  );

  app.get("/v1/agents", (c) =>
    c.json({
      agents: [...context.agents.values()].map(({ name, title, verified, screen, published }) => ({
        name,
        title,
        verified,
        sources: [published && "published", screen && "screen", "process"].filter(Boolean),
      })),
    }),
  );

  app.get("/v1/sessions", async (c) => {
    await ready(c);
    const query = parseQuery(sessionsQuery, new URL(c.req.url).searchParams);
    const etag = `"${seq()}"`;
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, { etag });
    const filtered = query.status || query.agent || query.project || query.here;
    if (!filtered) {
      if (body?.seq !== seq() || body.health !== store.health) {
        const { health } = store;
        body = { seq: seq(), health, bytes: new TextEncoder().encode(snapshot(sorted())) };
      }
      return c.body(body.bytes, 200, { "content-type": "application/json", etag });
    }
    if (query.agent) checkAgent(query.agent, context.agents);
    const { cwd } = readCaller(c.req.raw.headers, context);
    const sessions = sorted().filter(
      (session) =>
        (!query.status || query.status.includes(session.status)) &&
        (!query.agent || session.agent === query.agent) &&
        (!query.project || session.project === query.project) &&
        (!query.here || isBelow(session.cwd, cwd)),
    );
    return c.body(snapshot(sessions), 200, { "content-type": "application/json" });
  });

  app.get("/v1/sessions/:ref", async (c) => {
    await ready(c);
    return c.json({ seq: seq(), session: toJson(find(c)) });
  });

  app.get("/v1/sessions/:ref/screen", async (c) => {
    await ready(c);
    const {
      lines,
      ansi = false,
      all = false,
    } = parseQuery(screenQuery, new URL(c.req.url).searchParams);
    const session = find(c);
    const shot = await context.screen(session, { history: all ? "all" : (lines ?? 0), ansi });
    if (!shot.ok)
      throw new AppError(
        "E_GONE",
        `The pane of ${session.id} can't be read: ${shot.message}.`,
        "Run `ccmux list` to see where it is now.",
      );
    const rows = lines === undefined || all ? shot.lines : trimEnd(shot.lines).slice(-lines);
    return c.json({
      id: session.id,
      pane: session.pane,
      title: shot.title,
      width: shot.width,
      height: shot.height,
      lines: rows,
    });
  });

  app.get("/v1/sessions/:ref/transcript", async (c) => {
    await ready(c);
    const { turns } = parseQuery(transcriptQuery, new URL(c.req.url).searchParams);
    const session = find(c);
    const transcript = await context.transcript(session, turns);
    return c.json({ id: session.id, ...toTranscriptJson(transcript) });
  });

  app.get("/v1/sessions/:ref/explain", async (c) => {
    await ready(c);
    const session = find(c);
    const judgement = context.judge(session.id);
    if (!judgement)
      throw new AppError(
        "E_GONE",
        `${session.id} has ended.`,
        "Run `ccmux list` to see what there is.",
      );
    return c.json(explain(session, judgement, context.now()));
  });

  addWaitRoute(app, context, ready);

  const frames = createFrames(context);
  app.get("/v1/events", (c) => streamEvents(c, context, frames, limits));

  app.get("/v1/openapi.json", async (c) => {
    // Few ask for it, and zod takes its time to describe itself.
    const { describe } = await import("./openapi.ts");
    return c.json(describe(context.version));
  });

  app.get("/v1/metrics", (c) =>
    c.body(renderMetrics(context), 200, { "content-type": "text/plain; version=0.0.4" }),
  );

  addFeedRoute(app, context);
  const findReady = async (c: Context): Promise<Session> => {
    await ready(c);
    return find(c);
  };
  addActionRoutes(app, context, findReady);
  addRowRoutes(app, context, findReady);
  addSearchRoute(app, context, ready);
  addMarkRoutes(app, context, findReady);

  app.post("/v1/stop", (c) => {
    context.stop();
    return c.json({ stopping: true });
  });

  return app;
}

function isBelow(path: string | null, folder: string | null): boolean {
  return (
    path !== null &&
    folder !== null &&
    (path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`))
  );
}

/** tmux pads a screen with empty rows: "the last N lines" are those with something in them. */
function trimEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]!.trim() === "") end--;
  return lines.slice(0, end);
}
