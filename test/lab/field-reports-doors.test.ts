/** What went wrong at the doors of tools like this one. FR-068: system/second-user.test.ts; FR-070: api/events.test.ts. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { request } from "../../src/io/client.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { exchange, type Door, type Exchanged } from "./exchange.ts";
import { createLab, type Lab } from "./lab.ts";

let lab: Lab;
let port: number;
let socket: string;
let token: string;
let id: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const cast = [{ screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true }];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  [id] = (await lab.sessions()).map((row) => row.id) as [string];
  port = Number(lab.env.CCMUX_PORT);
  socket = `${lab.env.CCMUX_HOME}/run/ccmux.sock`;
  token = readFileSync(`${lab.env.CCMUX_HOME}/run/token`, "utf8").trim();
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** All that a request could have done: to panes and their programs, to what they show, to buffers, to the daemon. */
async function lookAround(): Promise<string[]> {
  const pane = lab.stage.actors[0]!.pane!.id;
  const format = "#{pane_id} #{pane_pid} #{pane_dead} #{pane_current_command} #{pane_in_mode}";
  const list = ["list-panes", "-a", "-F", format, ";", "list-buffers"];
  const { pid } = JSON.parse(await request(socket, { path: "/v1/health" })) as { pid: number };
  return [String(pid), await lab.stage.tmux(...list, ";", "capture-pane", "-p", "-t", pane)];
}

let before: string[];
async function expectUntouched(): Promise<void> {
  expect(await lookAround()).toEqual(before);
}
beforeEach(async () => void (before = await lookAround()));
afterEach(expectUntouched);

interface Asked {
  method?: string;
  path?: string;
  host?: string;
  headers?: readonly string[];
  body?: string | Buffer;
  door?: Door;
}

function ask({ method = "GET", path = "/v1/health", headers = [], ...more }: Asked) {
  const { door = port, host = `127.0.0.1:${port}`, body = "" } = more;
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers];
  const auth = `Authorization: Bearer ${token}`;
  const head = `${[...lines, auth].join("\r\n")}\r\n\r\n`;
  return exchange(door, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

const JSON_TYPE = "Content-Type: application/json";
function post(verb: string, body: string | Buffer, more: Asked = {}): Promise<Exchanged> {
  const { headers = [JSON_TYPE], path = `/v1/sessions/${id}/${verb}` } = more;
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return ask({ ...more, method: "POST", path, headers: [...headers, length], body });
}

const READS = [
  "health",
  "agents",
  "sessions",
  "sessions/x",
  "sessions/x/screen",
  "sessions/x/explain",
];
const VERBS = ["send", "keys", "interrupt", "approve", "deny", "answer"];

describe("FR-066 Origin check but no Host check", () => {
  const paths = [...READS, "wait?ref=x", "events", "metrics", "no/such/route"];
  it.each(["GET", "POST"])(
    "%s of any path is refused to a foreign Host, and tells nothing",
    async (method) => {
      for (const path of [...paths, ...VERBS.map((verb) => `sessions/x/${verb}`), "stop"]) {
        for (const host of [`shop.example:${port}`, "shop.example:2269", ""]) {
          const { status, body } = await ask({ method, path: `/v1/${path}`, host });
          // An empty Host is no URL at all.
          expect([path, status]).toEqual([path, host ? 403 : status]);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(Object.keys(JSON.parse(body) as object)).toEqual(["error"]);
          expect(body).not.toContain(id);
        }
      }
    },
  );
});

describe("FR-067 Cross-site write with plain text", () => {
  const text = JSON.stringify({ text: "rm -rf /" });
  it.each([
    [415, ["Content-Type: text/plain"]],
    [415, ["Content-Type: application/x-www-form-urlencoded"]],
    [415, ["Content-Type: multipart/form-data; boundary=application/json"]],
    [415, ["Content-Type: text/plain, application/json"]],
    [415, ["Content-Type: application/json; charset=utf-16"]],
    [415, []],
    [403, [JSON_TYPE, "Origin: https://shop.example"]],
    [403, [JSON_TYPE, "Origin: null"]],
    [403, ["Content-Type: text/plain", "Origin: null"]],
  ])("is %i with %j, and nothing is typed", async (status, headers) => {
    for (const verb of VERBS) {
      const answer = await post(verb, text, { headers });
      expect([verb, answer.status]).toEqual([verb, status]);
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  it("has no preflight that a page could pass", async () => {
    const headers = ["Origin: https://shop.example", "Access-Control-Request-Method: POST"];
    const { status, headers: answered } = await ask({
      method: "OPTIONS",
      path: `/v1/sessions/${id}/send`,
      headers,
    });
    expect(status).toBe(403);
    expect(Object.keys(answered).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe.each(["tcp", "unix"])("FR-069 Hostile request bodies, at the %s door", (which) => {
  const door = (): Door => (which === "tcp" ? port : socket);
  const deep = "[".repeat(400_000) + "]".repeat(400_000);
  const fields = (text: string): string => `{"text":"hello",${text}}`;

  it.each([
    ["no JSON", "{"],
    ["an array", "[]"],
    ["deep nesting", deep],
    ["deep nesting in a field", `{"text":${deep}}`],
    ["__proto__", fields('"__proto__":{"force":true}')],
    ["constructor", fields('"constructor":{"prototype":{"force":true}}')],
    ["an unknown key", fields('"shell":true')],
    ["NUL in the text", '{"text":"a\\u0000b"}'],
    ["half a character", '{"text":"a\\ud800b"}'],
    ["a text that is none", '{"text":["hello"]}'],
    ["invalid UTF-8", Buffer.from([...Buffer.from('{"text":"'), 0xff, 0xfe, ...Buffer.from('"}')])],
    ["a name of ours in place of a flag", fields('"force":"true"')],
  ])("%s: 400", async (_what, body) => {
    const answer = await post("send", body, { door: door() });
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('"E_USAGE"')]);
  });

  it("100 MB: 413, before it is read", async () => {
    const head = `POST /v1/sessions/${id}/send HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${JSON_TYPE}\r\n`;
    const auth = `Authorization: Bearer ${token}\r\nContent-Length: ${100 << 20}\r\n\r\n`;
    const bytes = Buffer.concat([Buffer.from(head + auth), Buffer.alloc(100 << 20, "a")]);
    expect((await exchange(door(), bytes)).status).toBe(413);
  });

  it("chunks without an end: 413", async () => {
    const headers = [JSON_TYPE, "Transfer-Encoding: chunked"];
    const path = `/v1/sessions/${id}/send`;
    const chunked = { method: "POST", path, headers, body: "5\r\nhello\r\n", door: door() };
    expect((await ask(chunked)).status).toBe(413);
  });

  it.each([
    "../../x",
    "../../../etc/passwd",
    "%1; kill-server",
    "$(reboot)",
    "#{pane_pid}",
    "a\0b",
    "-t",
    "\u001b[2J",
  ])("%j as a reference: 404", async (ref) => {
    const path = (tail: string): string => `/v1/sessions/${encodeURIComponent(ref)}${tail}`;
    for (const verb of VERBS) {
      const body = verb === "keys" ? '{"keys":["Enter"]}' : '{"text":"hello"}';
      const fit = verb === "send" || verb === "keys" || verb === "answer" ? body : "{}";
      expect((await post(verb, fit, { path: path(`/${verb}`), door: door() })).status).toBe(404);
    }
    for (const tail of ["", "/screen", "/explain"])
      expect((await ask({ path: path(tail), door: door() })).status).toBe(404);
  });

  it.each([
    ["keys", '{"keys":["kill-server"]}'],
    ["keys", '{"keys":["Enter; kill-server"]}'],
    ["keys", '{"keys":["-X","cancel"]}'],
    ["keys", '{"keys":["#{q}"]}'],
    ["keys", `{"keys":${JSON.stringify(Array(65).fill("a"))}}`],
    ["approve", '{"generation":7}'],
  ])("%s of %s: 400", async (verb, body) => {
    expect((await post(verb, body, { door: door() })).status).toBe(400);
  });

  it.each([
    "__proto__=x",
    "__proto__=x&__proto__=y",
    "constructor=x",
    "status=idle&status=idle",
    "here=1",
  ])("?%s: 400", async (query) => {
    expect((await ask({ path: `/v1/sessions?${query}`, door: door() })).status).toBe(400);
  });
});
