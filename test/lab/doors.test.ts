import { readFileSync, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "./eventually.ts";
import { exchange, open } from "./exchange.ts";
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

interface Asked {
  method?: string;
  path?: string;
  host?: string;
  headers?: readonly string[];
  auth?: string | null;
  body?: string;
}

function ask({
  method = "GET",
  path = "/v1/health",
  host = `127.0.0.1:${port}`,
  headers = [],
  auth = `Bearer ${token}`,
  body = "",
}: Asked = {}) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...(auth === null ? [] : [`Authorization: ${auth}`]),
    ...headers,
  ];
  return exchange(port, `${lines.join("\r\n")}\r\n\r\n${body}`);
}

describe("the TCP door", () => {
  it("opens to the token, which only we may read", async () => {
    const { status, body } = await ask();
    expect([status, (JSON.parse(body) as { port: number }).port]).toEqual([200, port]);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect((statSync(`${lab.env.CCMUX_HOME}/run/token`).mode & 0o777).toString(8)).toBe("600");
    expect(await lab.json(["daemon", "status"])).toMatchObject({ port });
  });

  it.each([
    ["no token", null],
    ["another token", `Bearer ${"0".repeat(64)}`],
    ["half of it", "Bearer abc"],
    ["another scheme", "Basic abc"],
    ["two tokens", "Bearer a b"],
  ])("is closed to %s: 401", async (_what, auth) => {
    const { status, body } = await ask({ auth });
    expect(status).toBe(401);
    expect(body).not.toContain(token);
  });

  it.each(["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "127.0.0.1.evil.example"])(
    "is closed to Host %j: 403",
    async (host) => {
      expect((await ask({ host })).status).toBe(403);
    },
  );

  it("takes every loopback name with our port", async () => {
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect((await ask({ host })).status).toBe(200);
  });

  it.each(["null", "https://evil.example", "http://127.0.0.1:2269"])(
    "is closed to pages of %s, on every route: 403",
    async (origin) => {
      for (const path of ["/v1/health", "/v1/sessions", "/v1/events", "/nothing"]) {
        expect((await ask({ path, headers: [`Origin: ${origin}`] })).status).toBe(403);
      }
      expect((await ask({ method: "OPTIONS", headers: [`Origin: ${origin}`] })).status).toBe(403);
    },
  );

  it("says 405, 404, 413 and 415", async () => {
    expect((await ask({ method: "PUT" })).status).toBe(405);
    expect((await ask({ path: "/v1/nothing" })).status).toBe(404);
    const send = { method: "POST", path: "/v1/sessions/x/send" };
    const json = "Content-Type: application/json";
    expect(
      (
        await ask({
          ...send,
          headers: ["Content-Type: text/plain", "Content-Length: 2"],
          body: "{}",
        })
      ).status,
    ).toBe(415);
    expect((await ask({ ...send, headers: [json, `Content-Length: ${2 << 20}`] })).status).toBe(
      413,
    );
    expect(
      (await ask({ ...send, headers: [json, "Content-Length: 5"], body: '{"a":' })).status,
    ).toBe(400);
    expect(
      (await ask({ ...send, headers: [json, "Content-Length: 12"], body: '{"text":"a"}' })).status,
    ).toBe(404);
  });

  it("is no trouble for the owner of the socket when its connections are used up", async () => {
    const idle = Array.from({ length: 64 }, () => open(port).on("error", () => {}));
    await Promise.all(idle.map((socket) => once(socket, "connect")));
    expect((await ask()).status).toBeNaN();
    expect((await lab.cli(["list"])).code).toBe(0);
    for (const socket of idle) socket.destroy();
    const status = async (): Promise<number> => (await ask()).status;
    expect(await eventually(status, (seen) => seen === 200)).toBe(200);
  });

  it("hangs up on who connects and says nothing", async () => {
    const at = performance.now();
    const { status, body } = await exchange(port, "");
    expect([status, body]).toEqual([408, expect.stringContaining("E_TIMEOUT")]);
    expect(performance.now() - at).toBeLessThan(15_000);
  });

  it("believes nobody there about where they stand", async () => {
    const path = "/v1/sessions/self";
    expect(
      (
        await ask({
          path,
          headers: [`ccmux-server: ${encodeURIComponent(lab.stage.socket)}`, "ccmux-pane: %250"],
        })
      ).status,
    ).toBe(404);
  });

  it("is no trouble when its port is taken: health says so, and the Unix socket works", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const taken = (other.address() as { port: number }).port;
    const second = await createLab({ env: { CCMUX_PORT: String(taken) } });
    await second.startDaemon();
    const seen = await eventually(
      () =>
        second.json<{ port: number | null; health: { state: string; reasons: string[] } }>([
          "daemon",
          "status",
        ]),
      ({ health }) => health.state === "degraded",
    );
    expect(seen).toMatchObject({
      port: null,
      health: { reasons: [expect.stringContaining("taken by another program")] },
    });
    other.close();
  });

  it("stays closed where it is not wanted", async () => {
    const closed = await createLab({ env: { CCMUX_PORT: "0" } });
    await closed.startDaemon();
    expect(await closed.json(["daemon", "status"])).toMatchObject({
      port: null,
      health: { state: "ok" },
    });
    const wrong = await createLab({ env: { CCMUX_PORT: "http" } });
    expect((await wrong.cli(["daemon", "run"])).stderr).toContain('CCMUX_PORT: "http" is no port');
  });
});

it("answers of any kind keep the token to themselves, and so do log and metrics", async () => {
  await ask({ path: `/v1/sessions/${token}` });
  await ask({ path: `/v1/sessions?status=${token.slice(0, 8)}` });
  await ask({ auth: `Bearer ${token}x` });
  const metrics = await ask({ path: "/v1/metrics" });
  expect(metrics.body).toMatch(/^ccmux_http_responses_total\{code="401"\} [1-9]/m);
  expect(metrics.body).not.toContain(token);
  expect(readFileSync(`${lab.env.CCMUX_HOME}/state/daemon.log`, "utf8")).not.toContain(token);
});
