import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as breathe } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve, type Served } from "./served.ts";
import { session } from "../session.ts";

/** On a machine that does much else. */
const SOON = { timeout: 15_000 };

interface Reader {
  socket: Socket;
  /** Names of the frames, and the numbers in their ids, as they came. */
  frames: { type: string; n: number }[];
  beats: number;
}

const ASK = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";

function read(served: Served, ask = ASK): Reader {
  const socket = connect(served.socket, () => socket.write(ask));
  onTestFinished(() => void socket.destroy());
  const reader: Reader = { socket, frames: [], beats: 0 };
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith(":")) reader.beats++;
      const [, n] = /^id: e-(\d+)/.exec(line) ?? [];
      if (n) reader.frames.push({ type: "", n: Number(n) });
      const [, type] = /^event: (\w+)/.exec(line) ?? [];
      if (type) reader.frames.at(-1)!.type = type;
    }
  });
  return reader;
}

/** Changes one row so often; whoever reads may read meanwhile. */
async function change({ store }: Served, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    const lastPrompt = `${store.n} ${"x".repeat(2000)}`;
    store.apply({ set: [session("a", { lastPrompt })], remove: [] }, 1);
    if (at % 20 === 0) await breathe();
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** What is held, in MiB, when all that can go has gone: buffers do so only a turn after their owners. */
async function heldMiB(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await breathe();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / (1 << 20);
}

describe("FR-070 Stalled reader eats memory", () => {
  it("memory stays flat over 20,000 changes, the reader is dropped, others miss nothing", async () => {
    const served = await serve({ heartbeatMs: 100, dropAfterMs: 400 });
    const { store, context } = served;
    const other = read(served);
    await expect.poll(() => other.frames.length, SOON).toBe(1);
    // The ring is full, and so are the caches of whoever keeps any.
    await change(served, 6000);
    await expect.poll(() => other.frames.at(-1)!.n, SOON).toBe(store.n);

    const before = await heldMiB();
    const stalled = read(served);
    stalled.socket.pause();
    await expect.poll(() => context.counts.readers, SOON).toBe(2);
    const hungUp = once(stalled.socket, "close");
    await change(served, 20_000);
    await expect.poll(() => other.frames.at(-1)!.n, SOON).toBe(store.n);
    const grown = (await heldMiB()) - before;
    console.info(
      `held ${before.toFixed(1)} MiB, and ${grown.toFixed(1)} more after 40 MB of changes`,
    );
    expect(grown).toBeLessThan(10);

    await expect.poll(() => context.counts.dropped, SOON).toBe(1);
    // Its socket is gone too, and not only its place among the readers.
    stalled.socket.resume();
    await hungUp;
    expect([context.counts.readers, served.listeners]).toEqual([1, 1]);
    await change(served, 1);
    await expect.poll(() => other.frames.at(-1)!.n, SOON).toBe(store.n);
    const all = Array.from({ length: 26_002 }, (_, n) => n);
    expect(other.frames.map(({ n }) => n)).toEqual(all);
    expect(new Set(other.frames.slice(2).map(({ type }) => type))).toEqual(new Set(["updated"]));
    expect(other.beats).toBeGreaterThan(0);
  });
});

describe("a reader", () => {
  it("that was slow for a while is cut to a snapshot, and goes on from there", async () => {
    const served = await serve();
    const slow = read(served);
    await expect.poll(() => slow.frames.length, SOON).toBe(1);
    slow.socket.pause();
    await change(served, 6000);
    slow.socket.resume();
    await expect.poll(() => slow.frames.at(-1)!.n, SOON).toBe(served.store.n);
    await change(served, 1);
    await expect.poll(() => slow.frames.at(-1)!.n, SOON).toBe(6001);

    const types = slow.frames.map(({ type }) => type);
    const cut = types.lastIndexOf("snapshot");
    expect(cut).toBeGreaterThan(1);
    // No gap but the one that the snapshot closes.
    const gaps = slow.frames.filter(({ n, type }, at) => {
      return at > 0 && type !== "snapshot" && n !== slow.frames[at - 1]!.n + 1;
    });
    expect(gaps).toEqual([]);
    expect(served.context.counts).toMatchObject({ cuts: 1, dropped: 0, readers: 1 });
  });

  it("that was away gets all it missed, in order and once, also what does not fit in one go", async () => {
    const served = await serve();
    await change(served, 1000);
    const back = read(served, ASK.replace("\r\n\r\n", "\r\nLast-Event-ID: e-100\r\n\r\n"));
    await expect.poll(() => back.frames.at(-1)?.n, SOON).toBe(1000);
    expect(back.frames.map(({ n }) => n)).toEqual(Array.from({ length: 900 }, (_, at) => at + 101));
    expect(served.context.counts.cuts).toBe(0);
  });

  it("of a quiet stream hears a heartbeat, which is no event", async () => {
    const served = await serve({ heartbeatMs: 50 });
    const quiet = read(served);
    await expect.poll(() => quiet.beats, SOON).toBeGreaterThan(2);
    expect(quiet.frames.map(({ type }) => type)).toEqual(["snapshot"]);
  });

  it("that leaves is forgotten; one that asks by HEAD gets no stream", async () => {
    const served = await serve();
    const leaves = read(served);
    await expect.poll(() => served.listeners, SOON).toBe(1);
    leaves.socket.destroy();
    await expect.poll(() => served.listeners, SOON).toBe(0);
    const head = await served.app.request("/v1/events", { method: "HEAD" });
    expect([head.status, head.headers.get("allow"), served.listeners]).toEqual([405, "GET", 0]);
  });
});
