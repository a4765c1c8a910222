/** The wire: slow, silent, greedy and garbled clients of one door, with short limits. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { exchange, parse } from "../lab/exchange.ts";
import { serve, type Served } from "./served.ts";
import { session } from "../session.ts";

/** On a machine that does much else. */
const SOON = { timeout: 15_000 };

const LIMITS = { headMs: 300, requestMs: 600, fetchMs: 300 };
const HEALTH = "GET /v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
const POST =
  "POST /v1/sessions/a/send HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ";

/** Sends its pieces at a pace, and tells what came and how long it took until the other side hung up. */
async function drip(served: Served, pieces: string | readonly string[], everyMs: number) {
  const socket = connect(served.socket);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  const begun = performance.now();
  let gone = false;
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  void closed.then(() => (gone = true));
  for (const piece of pieces) {
    if (gone) break;
    socket.write(piece);
    await sleep(everyMs);
  }
  await closed;
  return { ...parse(answer), tookMs: performance.now() - begun };
}

const codeOf = (body: string): string =>
  (JSON.parse(body) as { error: { code: string } }).error.code;
const isServed = async (served: Served): Promise<boolean> =>
  (await exchange(served.socket, HEALTH)).status === 200;

describe("a slow client", () => {
  it.each([
    ["says nothing", [], 1],
    ["sends its head byte by byte", HEALTH, 50],
    ["sends half a head", [HEALTH.slice(0, 20)], 1],
    ["sends its body byte by byte", [`${POST}900\r\n\r\n`, ..."{".repeat(900)], 50],
    ["promises a body that never comes", [`${POST}9\r\n\r\n{`], 1],
  ] as const)("that %s is told so, and cut off", async (_how, pieces, everyMs) => {
    const served = await serve(LIMITS);
    const { status, body, tookMs } = await drip(served, pieces, everyMs);
    expect([status, codeOf(body)]).toEqual([408, "E_TIMEOUT"]);
    expect(tookMs).toBeGreaterThan(250);
    expect(tookMs).toBeLessThan(10_000);
    expect(await isServed(served)).toBe(true);
  });

  it("that does not fetch its answer is cut off, and the answer is given up", async () => {
    const served = await serve(LIMITS);
    const lastPrompt = "x".repeat(8 << 20);
    served.store.apply({ set: [session("a", { lastPrompt })], remove: [] }, 1);
    const socket = connect(served.socket, () => socket.write(HEALTH.replace("health", "sessions")));
    socket.pause();
    await expect.poll(() => served.context.counts.answers.get(200), SOON).toBe(1);
    let bytes = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
    socket.resume();
    await once(socket, "close");
    expect(bytes).toBeLessThan(lastPrompt.length);
  });

  it("that has said all it will say still gets its answer", async () => {
    const served = await serve(LIMITS);
    const socket = connect({ path: served.socket, allowHalfOpen: true });
    socket.end(HEALTH);
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect(parse(answer).status).toBe(200);
  });
});

it("a stream outlives every limit: they are for requests", async () => {
  const served = await serve(LIMITS);
  const socket = connect(served.socket, () =>
    socket.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  );
  onTestFinished(() => void socket.destroy());
  socket.resume();
  await sleep(1500);
  expect([socket.destroyed, served.context.counts.readers]).toEqual([false, 1]);
});

it("garbage behind a request is no answer in the middle of the one that has begun", async () => {
  const served = await serve(LIMITS);
  const socket = connect(served.socket, () =>
    socket.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  );
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    if (answer === "") socket.write("\0garbage\r\n\r\n");
    answer += String(chunk);
  });
  await new Promise((resolve) => socket.on("close", resolve));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  await expect.poll(() => served.context.counts.readers, SOON).toBe(0);
});

it("connections are bounded: one more is closed at once, and the others go on", async () => {
  const served = await serve();
  const open = (): Socket => {
    const socket = connect(served.socket);
    onTestFinished(() => void socket.destroy());
    return socket.on("error", () => {});
  };
  const held = Array.from({ length: 1536 }, open);
  await Promise.all(held.map((socket) => once(socket, "connect")));
  const more = open();
  await once(more, "close");
  expect(served.context.counts.refusedConnections).toBe(1);
  held.pop()!.destroy();
  await expect.poll(() => isServed(served), SOON).toBe(true);
});

describe("a head", () => {
  const wait = (count: number): string =>
    `GET /v1/sessions?${"x=y&".repeat(count)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

  it("may be as long as the names of hundreds of sessions, and is refused in words beyond", async () => {
    const served = await serve();
    // Refused for its keys: it was read.
    expect((await exchange(served.socket, wait(15_000))).status).toBe(400);
    const { status, body } = await exchange(served.socket, wait(200_000));
    expect([status, codeOf(body)]).toEqual([431, "E_TOO_LARGE"]);
    expect(body).toContain("Name fewer sessions at once");
  });
});
