/** Requests on the raw wire by which others were smuggled past somebody, or past a check. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange, type Door } from "./exchange.ts";
import { createLab, type Lab } from "./lab.ts";

let lab: Lab;
let port: number;
let token: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  lab = await createLab({ atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  await lab.startDaemon();
  port = Number(lab.env.CCMUX_PORT);
  token = readFileSync(`${lab.env.CCMUX_HOME}/run/token`, "utf8").trim();
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

describe.each(["tcp", "unix"])("at the %s door", (which) => {
  const door = (): Door => (which === "tcp" ? port : `${lab.env.CCMUX_HOME}/run/ccmux.sock`);
  const GET = "GET /v1/health HTTP/1.1";
  const host = (): string => `Host: 127.0.0.1:${port}`;
  const auth = (): string => `Authorization: Bearer ${token}`;
  const json = "Content-Type: application/json";

  it("a plain request is answered", async () => {
    const bytes = [GET, host(), auth(), "Content-Length: 2", "Connection: close"].join("\r\n");
    expect((await exchange(door(), `${bytes}\r\n\r\n{}`)).status).toBe(200);
  });

  /** The same one, written so that two readers may read it as two. */
  it.each<[string, () => string[]]>([
    ["two lengths", () => [GET, host(), json, "Content-Length: 2", "Content-Length: 3"]],
    ["two equal lengths", () => [GET, host(), json, "Content-Length: 2", "Content-Length: 2"]],
    ["a list of lengths", () => [GET, host(), json, "Content-Length: 2, 2"]],
    ["a signed length", () => [GET, host(), json, "Content-Length: +2"]],
    ["length and chunks", () => [GET, host(), "Content-Length: 2", "Transfer-Encoding: chunked"]],
    ["chunks in disguise", () => [GET, host(), json, "Transfer-Encoding: xchunked"]],
    ["chunks twice", () => [GET, host(), "Transfer-Encoding: x", "Transfer-Encoding: chunked"]],
    ["two hosts", () => [GET, host(), "Host: evil.example"]],
    ["two equal hosts", () => [GET, host(), host()]],
    ["no host", () => [GET]],
    ["two tokens", () => [GET, host(), `Authorization: Bearer ${"0".repeat(64)}`]],
    ["two types", () => [GET, host(), "Content-Type: text/plain", json, "Content-Length: 2"]],
    ["a folded header", () => [GET, host(), "X-A: b\r\n c: d"]],
    ["a space before a colon", () => [GET, host(), "Content-Length : 0"]],
    ["a bare line feed", () => [`${GET}\nX: y`, host()]],
    ["NUL in a header", () => [GET, host(), "X-A: b\0c"]],
    ["another's URL", () => ["GET http://evil.example/v1/health HTTP/1.1", host()]],
    ["another's URL, and https", () => ["GET https://evil.example/ HTTP/1.1", host()]],
    ["a URL in place of a path", () => [`GET http://127.0.0.1:${port}/v1/health HTTP/1.1`, host()]],
    ["no path", () => ["OPTIONS * HTTP/1.1", host()]],
    ["a tunnel", () => [`CONNECT 127.0.0.1:${port} HTTP/1.1`, host()]],
    ["another protocol", () => ["PRI * HTTP/2.0"]],
    ["no protocol", () => ["hello"]],
    ["a head without end", () => [GET, host(), `X-A: ${"a".repeat(100_000)}`]],
  ])("%s: refused", async (_what, lines) => {
    const bytes = [...lines(), auth(), "Connection: close"].join("\r\n");
    const { status, body } = await exchange(door(), `${bytes}\r\n\r\n{}`);
    // A tunnel is hung up on without a word.
    expect(Number.isNaN(status) || (status >= 400 && status < 500), `${status}`).toBe(true);
    expect(body).not.toContain(token);
    expect((await lab.cli(["list"])).code).toBe(0);
  });
});

it("a request behind another on one connection is checked like the first", async () => {
  const line = `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const both = `${line}Authorization: Bearer ${token}\r\n\r\n${line}Connection: close\r\n\r\n`;
  const { status, body } = await exchange(port, both);
  expect([status, body.match(/HTTP\/1\.1 (\d+)/)?.[1]]).toEqual([200, "401"]);
});
