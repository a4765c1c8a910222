import { expect, it } from "vitest";
import { serve } from "./served.ts";
import { session } from "../session.ts";

it("a body is made once, and is 304 until something changes", async () => {
  const { app, store } = await serve();
  store.apply({ set: [session("a")], remove: [] }, 1);
  const first = await app.request("/v1/sessions");
  const etag = first.headers.get("etag")!;
  const again = () => app.request("/v1/sessions", { headers: { "if-none-match": etag } });
  expect([(await again()).status, await (await again()).text()]).toEqual([304, ""]);
  store.apply({ set: [session("a", { status: "working" })], remove: [] }, 2);
  const changed = await again();
  expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  store.setHealth({ state: "degraded", reasons: ["port: taken"] }, 3);
  expect(await (await again()).json()).toMatchObject({ health: { state: "degraded" } });
});

it("a defect is told as one, and in its own words to the log alone", async () => {
  const served = await serve();
  served.store.apply({ set: [session("claude-a")], remove: [] }, 1);
  served.context.judge = () => {
    throw new Error("do not tell");
  };
  const answer = await served.app.request("/v1/sessions/claude-a/explain");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    error: { code: "E_DEFECT", message: "This is a defect of ccmux.", hint: expect.any(String) },
  });
  expect(served.errors.map(String)).toEqual(["Error: do not tell"]);
});

it.each([
  ["HEAD", "/v1/sessions", 405, "GET"],
  ["PUT", "/v1/sessions/x/send", 405, "POST"],
  ["DELETE", "/v1/sessions/x", 405, "GET"],
  ["HEAD", "/v1/nothing", 404, null],
  ["GET", "/v2/sessions", 404, null],
])("%s %s is %i, allowed: %s", async (method, path, status, allow) => {
  const { app } = await serve();
  const answer = await app.request(path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
});
