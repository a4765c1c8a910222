import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventJson, SnapshotJson } from "../../src/core/session.ts";
import { request } from "../../src/io/client.ts";
import { streamEvents } from "../../src/io/stream-events.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { exchange, type Exchanged } from "./exchange.ts";
import { createLab, type Lab } from "./lab.ts";

let lab: Lab;
let socketPath: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const cast = [
    { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true, project: "shop" },
  ];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  await lab.startDaemon();
  await eventually(
    () => lab.sessions(),
    (rows) => rows.length === 1,
    30_000,
  );
  socketPath = `${lab.env.CCMUX_HOME}/run/ccmux.sock`;
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const raw = (text: string): Promise<Exchanged> => exchange(socketPath, text);
const get = (path: string, more = ""): Promise<Exchanged> =>
  raw(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n${more}\r\n`);
const listeners = async (): Promise<number> =>
  (JSON.parse((await get("/v1/health")).body) as { counters: { listeners: number } }).counters
    .listeners;

describe("sessions", () => {
  it("has an ETag, and 304 for who knows it", async () => {
    const first = await get("/v1/sessions");
    expect([first.status, first.headers["content-type"]]).toEqual([200, "application/json"]);
    const etag = first.headers.etag!;
    expect(etag).toBe(`"${(JSON.parse(first.body) as SnapshotJson).seq}"`);
    const again = await get("/v1/sessions", `If-None-Match: ${etag}\r\n`);
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("gives one by any reference, and the error of a wrong one", async () => {
    const one = JSON.parse((await get("/v1/sessions/shop")).body) as { session: { agent: string } };
    expect(one.session.agent).toBe("claude");
    const none = await get("/v1/sessions/nobody");
    expect([none.status, JSON.parse(none.body)]).toEqual([
      404,
      { error: expect.objectContaining({ code: "E_NOT_FOUND" }) },
    ]);
  });

  it.each([
    ["/v1/sessions?status=busy", "status"],
    ["/v1/sessions?nope=1", "nope"],
    ["/v1/sessions/shop/screen?lines=-1", "lines"],
    ["/v1/wait", "ref"],
    ["/v1/wait?ref=shop&timeoutMs=9999999999", "timeoutMs"],
    ["/v1/wait?ref=shop&until=done", "until"],
  ])("%s is refused, naming %s", async (path, key) => {
    const { status, body } = await get(path);
    const { error } = JSON.parse(body) as { error: { code: string; message: string } };
    expect([status, error.code]).toEqual([400, "E_USAGE"]);
    expect(error.message).toContain(key);
  });

  it("knows no other route", async () => {
    expect((await get("/v2/sessions")).status).toBe(404);
    const wrong = await raw("DELETE /v1/sessions HTTP/1.0\r\nHost: x\r\n\r\n");
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "get"]);
  });
});

describe("wait", () => {
  it("leaves nothing behind when its client leaves", async () => {
    const before = await listeners();
    const socket = connect(socketPath, () =>
      socket.write("GET /v1/wait?ref=shop&until=working HTTP/1.0\r\nHost: x\r\n\r\n"),
    );
    await expect.poll(listeners).toBe(before + 1);
    socket.destroy();
    await expect.poll(listeners).toBe(before);
  });
});

describe("wait for many", () => {
  it("takes hundreds of long references", async () => {
    const [row] = await lab.sessions();
    const refs = Array<string>(1000).fill(row!.nativeId!);
    expect(await lab.cli(["wait", ...refs, "--until", row!.status])).toMatchObject({ code: 0 });
  });

  it.each([
    [1001, "x", "ref"],
    [1000, "x".repeat(500), "longer than 65536 bytes. Name fewer sessions at once"],
  ])("says what is wrong with %i like %s", async (count, ref, why) => {
    const { code, stdout, stderr } = await lab.cli(["wait", ...Array<string>(count).fill(ref)]);
    expect([code, stdout, stderr.replace(/\s+/g, " ")]).toEqual([
      64,
      "",
      expect.stringContaining(why),
    ]);
  });
});

describe("events", () => {
  /** Reads frames until `enough` of them came. */
  async function read(
    since: string | null,
    enough: number,
    act = async (): Promise<void> => {},
  ): Promise<EventJson[]> {
    const abort = new AbortController();
    const seen: EventJson[] = [];
    for await (const event of streamEvents({ socket: socketPath, since, signal: abort.signal })) {
      seen.push(event);
      if (seen.length === 1) await act();
      if (seen.length >= enough) abort.abort();
    }
    return seen;
  }
  const [actor] = [() => lab.stage.actors[0]!];

  it("begin with a snapshot and go on with what changes, one frame a change", async () => {
    const [snapshot, update] = await read(null, 2, async () => lab.stage.publish(actor(), "busy"));
    expect(snapshot).toMatchObject({
      type: "snapshot",
      health: { state: "ok" },
      sessions: [{ agent: "claude", status: "idle" }],
    });
    expect(update).toMatchObject({
      type: "updated",
      from: { status: "idle" },
      session: { status: "working", source: "published" },
    });
  });

  it("go on where a reader left, and start anew where they can't", async () => {
    const [snapshot] = await read(null, 1);
    lab.stage.publish(actor(), "idle");
    await expect
      .poll(
        async () =>
          (JSON.parse(await request(socketPath, { path: "/v1/sessions" })) as SnapshotJson)
            .sessions[0]!.status,
      )
      .toBe("idle");
    const [missed] = await read(snapshot!.seq, 1);
    expect(missed).toMatchObject({ type: "updated", session: { status: "idle" } });
    for (const foreign of ["ffffffffffff-1", "nonsense", `${snapshot!.seq.split("-")[0]}-999999`]) {
      expect((await read(foreign, 1))[0]!.type).toBe("snapshot");
    }
  });

  it("cost nobody anything when a reader stops reading or leaves", async () => {
    const before = await listeners();
    const stalled = connect(socketPath, () =>
      stalled.write("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n"),
    );
    stalled.pause();
    await expect.poll(listeners).toBe(before + 1);
    for (let turn = 0; turn < 20; turn++) {
      lab.stage.publish(actor(), turn % 2 ? "idle" : "busy");
      await sleep(10);
    }
    lab.stage.publish(actor(), "busy");
    await expect
      .poll(
        async () =>
          (JSON.parse((await get("/v1/sessions")).body) as SnapshotJson).sessions[0]!.status,
      )
      .toBe("working");
    stalled.destroy();
    await expect.poll(listeners).toBe(before);
  });
});
