import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { serve } from "./served.ts";

/** `POST /v1/sessions/:ref/approve`, `/deny`: the second is short for its sibling. */
function readRoutes(): string[] {
  const page = readFileSync(new URL("../../docs/http-api.md", import.meta.url), "utf8");
  return page.split("\n").flatMap((line) => {
    const [, cell = ""] = /^\| (`(?:GET|POST) [^|]*) \|/.exec(line) ?? [];
    const [first = "", ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
    const stem = first.slice(0, first.lastIndexOf("/"));
    return first ? [first, ...others.map((tail) => stem + tail)] : [];
  });
}

it("docs/http-api.md lists every route, and none that is not there", async () => {
  const { app } = await serve();
  const routes = app.routes.filter(({ method }) => method !== "ALL");
  expect(readRoutes().toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});
