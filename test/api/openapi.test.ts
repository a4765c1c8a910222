import { Validator } from "@seriousme/openapi-schema-validator";
import { describe as about, expect, it } from "vitest";
import type { z } from "zod";
import { describe } from "../../src/api/openapi.ts";
import { ROUTES } from "../../src/api/routes.ts";
import type * as Said from "../../src/core/answers.ts";
import { ANSWERS, failure } from "../../src/core/answer-schemas.ts";
import { event, session } from "../../src/core/session-schema.ts";
import type { FailureBody } from "../../src/core/errors.ts";
import type { EventJson, SessionJson, SnapshotJson } from "../../src/core/session.ts";
import { toJson } from "../../src/core/session.ts";
import { session as row } from "../session.ts";
import { serve } from "./served.ts";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: { type: string } }[];
  requestBody?: object;
  responses: Record<string, object>;
}
type Paths = Record<string, Record<string, Operation>>;

const document = describe("1.2.3");
const operations = Object.entries(document.paths as Paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

about("the OpenAPI document", () => {
  it("is valid, and says so to a validator that finds what is wrong", async () => {
    const validate = (given: Record<string, unknown>) =>
      new Validator().validate(structuredClone(given));
    expect(await validate(document)).toEqual({ valid: true });
    const broken = structuredClone(document);
    delete (broken.paths as Paths)["/v1/wait"]!.get!.responses["200"]!["description" as never];
    expect((await validate(broken)).valid).toBe(false);
  });

  it("has every route of the app, and none that is not there", async () => {
    const { app } = await serve();
    const routes = app.routes.filter(({ method }) => method !== "ALL");
    const real = routes.map(({ method, path }) => `${method} ${path}`);
    expect(ROUTES.map(({ route }) => route as string).toSorted()).toEqual(real.toSorted());
    expect(operations).toHaveLength(real.length);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
      real.length,
    );
  });

  it("refers to nothing that it does not have", () => {
    const { schemas } = document.components as { schemas: object };
    const names = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(names.length).toBeGreaterThan(ROUTES.length);
    for (const [, name] of names) expect(schemas).toHaveProperty(name!);
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  it("is what the daemon gives", async () => {
    const { app } = await serve();
    expect(await (await app.request("/v1/openapi.json")).json()).toEqual(
      JSON.parse(JSON.stringify(document)),
    );
  });
});

about("what is documented is what is checked:", () => {
  /** Nothing of such a type. */
  const WRONG: Record<string, string> = { integer: "-1", boolean: "yes", array: "nonsense" };
  const NEEDED: Record<string, string> = {
    "/v1/wait": "ref=claude-a",
    "/v1/search": "q=words",
    "/v1/sessions/{ref}/turn": "proof=log&enteredAt=2026-11-30T12:00:00Z",
  };
  const queries = operations.flatMap(({ path, operation }) =>
    (operation.parameters ?? [])
      .filter((one) => one.in === "query")
      .map(({ name, schema }) => [path, name, schema.type] as const),
  );

  it.each(queries)("%s refuses a wrong %s (%s)", async (path, name, type) => {
    const { app, store } = await serve();
    store.apply({ set: [row("claude-a")], remove: [] }, 1);
    const other = new URLSearchParams(NEEDED[path]);
    other.delete(name);
    const ask = async (query: string): Promise<[number, string]> => {
      const url = `${path.replace("{ref}", "claude-a")}?${query}&${other}`;
      const answer = await app.request(url);
      return [answer.status, answer.status === 200 ? "" : await answer.text()];
    };
    const value = name === "ref" ? "" : (WRONG[type] ?? "x".repeat(1000));
    expect(await ask(`${name}=${value}`)).toEqual([400, expect.stringContaining(name)]);
  });

  const bodies = operations.filter(({ method }) => method === "post");
  it.each(bodies.filter(({ operation }) => operation.requestBody))(
    "$path refuses an unknown key",
    async ({ path }) => {
      const { app } = await serve();
      const body = JSON.stringify({ text: "x", keys: ["x"], label: "x", nope: 1 });
      const headers = { "content-type": "application/json", "content-length": String(body.length) };
      const answer = await app.request(path, { method: "POST", body, headers });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("nope")]);
    },
  );
});

it("a session is what its schema says, and nothing more", () => {
  const json = toJson(row("claude-a", { status: "waiting", lastActivityAt: 5 }));
  expect(session.parse(json)).toEqual(json);
  expect(session.safeParse({ ...json, more: 1 }).success).toBe(false);
});

it("schemas and types say the same, or this would not compile", () => {
  type Of<N extends keyof typeof ANSWERS> = z.output<(typeof ANSWERS)[N]>;
  const same: {
    Session: Same<z.output<typeof session>, SessionJson>;
    Event: Same<z.output<typeof event>, EventJson>;
    Failure: Same<z.output<typeof failure>, { error: FailureBody }>;
    Snapshot: Same<Of<"Snapshot">, SnapshotJson>;
    Health: Same<Of<"Health">, Said.HealthJson>;
    Agents: Same<Of<"Agents">, Said.AgentsJson>;
    SessionAnswer: Same<Of<"SessionAnswer">, Said.SessionAnswer>;
    Screen: Same<Of<"Screen">, Said.ScreenJson>;
    Transcript: Same<Of<"Transcript">, Said.TranscriptAnswer>;
    Explanation: Same<Of<"Explanation">, Said.ExplainJson>;
    WaitAnswer: Same<Of<"WaitAnswer">, Said.WaitAnswer>;
    SendAnswer: Same<Of<"SendAnswer">, Said.SendAnswer>;
    TurnAnswer: Same<Of<"TurnAnswer">, Said.TurnAnswer>;
    KeysAnswer: Same<Of<"KeysAnswer">, Said.KeysAnswer>;
    DialogAnswer: Same<Of<"DialogAnswer">, Said.DialogAnswer>;
    SearchAnswer: Same<Of<"SearchAnswer">, Said.SearchAnswer>;
    FeedAnswer: Same<Of<"FeedAnswer">, Said.FeedAnswer>;
    LabelAnswer: Same<Of<"LabelAnswer">, Said.LabelAnswer>;
    SeenAnswer: Same<Of<"SeenAnswer">, Said.SeenAnswer>;
    KillAnswer: Same<Of<"KillAnswer">, Said.KillAnswer>;
    IdAnswer: Same<Of<"IdAnswer">, Said.IdAnswer>;
    StopAnswer: Same<Of<"StopAnswer">, Said.StopAnswer>;
  } = {
    Session: true,
    Event: true,
    Failure: true,
    Snapshot: true,
    Health: true,
    Agents: true,
    SessionAnswer: true,
    Screen: true,
    Transcript: true,
    Explanation: true,
    WaitAnswer: true,
    SendAnswer: true,
    TurnAnswer: true,
    KeysAnswer: true,
    DialogAnswer: true,
    SearchAnswer: true,
    FeedAnswer: true,
    LabelAnswer: true,
    SeenAnswer: true,
    KillAnswer: true,
    IdAnswer: true,
    StopAnswer: true,
  };
  const { schemas } = document.components as { schemas: object };
  expect(Object.keys(same).toSorted()).toEqual(Object.keys(schemas).toSorted());
});

/** Each will do for the other, and has the same keys: one that may be absent would else not be missed. */
type Same<A, B> = [A, keyof A] extends [B, keyof B]
  ? [B, keyof B] extends [A, keyof A]
    ? true
    : false
  : false;
