import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { listenUnix } from "../../src/api/listen.ts";
import { CcmuxError, connect, type Client, type Event } from "../../src/client/index.ts";
import { wait } from "../../src/pipeline/wait.ts";
import { serve, type Served } from "../api/served.ts";
import { session } from "../session.ts";

async function open(served: Served): Promise<Client> {
  served.context.wait = (request, signal) => wait(served.store, request, signal);
  const client = await connect({ socket: served.socket });
  onTestFinished(() => client.close());
  return client;
}

async function failureOf(promise: Promise<unknown>): Promise<CcmuxError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CcmuxError);
  return error as CcmuxError;
}

const set = (served: Served, ...rows: Parameters<typeof session>[]): void =>
  served.store.apply({ set: rows.map((row) => session(...row)), remove: [] }, served.store.n + 1);

describe("connect", () => {
  it("says so when nobody answers, and what to do", async () => {
    const failure = await failureOf(connect({ socket: "/tmp/ccmux-nobody/sock" }));
    expect(failure).toMatchObject({
      name: "CcmuxError",
      code: "E_DAEMON_DOWN",
      exitCode: 69,
      message: "No daemon answers at /tmp/ccmux-nobody/sock.",
      hint: expect.stringContaining("ccmux daemon start"),
    });
  });
});

describe("the client", () => {
  it("lists, filters and finds, and hands on the daemon's own errors", async () => {
    const served = await serve();
    set(served, ["claude-a"], ["claude-b", { status: "working", project: "a b&c" }], ["codex-c"]);
    const client = await open(served);
    const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
    expect(ids(await client.sessions())).toEqual(["claude-a", "claude-b", "codex-c"]);
    expect(ids(await client.sessions({ status: ["idle", "waiting"] }))).toHaveLength(2);
    expect(ids(await client.sessions({ project: "a b&c" }))).toEqual(["claude-b"]);
    expect((await client.session("a b&c")).id).toBe("claude-b");
    expect(await failureOf(client.session("no/body?"))).toMatchObject({
      code: "E_NOT_FOUND",
      exitCode: 1,
      message: 'No session matches "no/body?".',
    });
    expect(await failureOf(client.session(""))).toMatchObject({ code: "E_USAGE", exitCode: 64 });
    expect(await failureOf(client.wait("codex-c", { timeoutMs: -1 }))).toMatchObject({
      code: "E_USAGE",
      message: expect.stringContaining("timeoutMs"),
    });
  });

  it("waits in one request, for one or several, by lists", async () => {
    const served = await serve();
    set(served, ["claude-a", { status: "working" }], ["claude-b", { status: "working" }]);
    const client = await open(served);
    const rows = await client.sessions();
    const any = client.wait(rows, { any: true, until: ["idle", "waiting"], stableMs: 20 });
    const late = await client.wait("claude-a", { timeoutMs: 5 });
    expect(late).toMatchObject({ outcome: "timeout", met: [] });
    set(served, ["claude-b"]);
    expect(await any).toMatchObject({ outcome: "met", met: ["claude-b"] });
  });

  it("waits a thousand times at once, each for its own session, and nobody warns of it", async () => {
    const served = await serve();
    const ids = Array.from({ length: 1000 }, (_, at) => `claude-${at + 1000}`);
    set(served, ...ids.map((id): [string, object] => [id, { status: "working" }]));
    const client = await open(served);
    const warned: Error[] = [];
    const hear = (warning: Error): void => void warned.push(warning);
    process.on("warning", hear);
    onTestFinished(() => void process.off("warning", hear));
    const waits = ids.map((id) => client.wait(id, { timeoutMs: 60_000 }));
    await expect.poll(() => served.listeners, { timeout: 30_000 }).toBe(1000);
    const begun = performance.now();
    set(served, ...ids.map((id): [string] => [id]));
    const met = (await Promise.all(waits)).flatMap((answer) => answer.met);
    console.info(`1,000 answers in ${Math.round(performance.now() - begun)} ms`);
    expect(met).toEqual(ids);
    expect(warned).toEqual([]);
    expect(served.context.counts.refusedConnections).toBe(0);
  });

  it("ends what goes on with its signal, or with close", async () => {
    const served = await serve();
    set(served, ["claude-a"]);
    const client = await open(served);
    const options = { until: "working", signal: AbortSignal.timeout(30) } as const;
    await expect(client.wait("claude-a", options)).rejects.toMatchObject({ name: "TimeoutError" });
    const waiting = client.wait("claude-a", { until: "working" });
    const events: Event[] = [];
    const reading = (async () => {
      for await (const event of client.events()) events.push(event);
    })();
    await expect.poll(() => [served.listeners, events.length]).toEqual([2, 1]);
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ name: "AbortError" }),
      reading,
      client.close(),
    ]);
    expect(events.map(({ type }) => type)).toEqual(["snapshot"]);
    await expect.poll(() => served.listeners).toBe(0);
  });

  it("hands over what a decision was made on", async () => {
    const served = await serve();
    const asks = {
      kind: "permission",
      tool: null,
      text: null,
      since: 0,
      generation: "g1",
    } as const;
    set(served, ["claude-a", { status: "waiting", attention: asks }]);
    const told: unknown[] = [];
    const { context, socket } = served;
    context.actions.answer = async (_target, request) => {
      told.push(request);
      return { verb: request.verb, option: "Yes", own: false, keys: ["1"], next: null };
    };
    const app = createApp({ ...context, target: () => ({}) as never });
    const door = await listenUnix(app, `${socket}2`, context.counts);
    const client = await connect({ socket: `${socket}2` });
    onTestFinished(async () => {
      await client.close();
      await door.close(0);
    });
    const row = await client.session("claude-a");
    expect(await client.approve(row)).toMatchObject({ id: "claude-a", option: "Yes" });
    await client.deny("claude-a");
    await client.answer(row, "Blue", { generation: "other" });
    expect(told).toEqual([
      { id: "claude-a", generation: "g1", text: null, verb: "approve" },
      { id: "claude-a", generation: null, text: null, verb: "deny" },
      { id: "claude-a", generation: "other", text: "Blue", verb: "answer" },
    ]);
    const moved = client.approve({ ...row, id: "claude-z" });
    expect(await failureOf(moved)).toMatchObject({ code: "E_NOT_FOUND" });
  });
});

describe("a daemon that ends meanwhile", () => {
  /** The API behind a door of its own, that can be shut and opened. */
  async function behindDoor() {
    const served = await serve();
    const { context, socket } = served;
    const app = createApp(Object.assign(context, { target: () => ({}) as never }));
    const path = `${socket}2`;
    const open = () => listenUnix(app, path, context.counts);
    context.wait = (request, signal) => wait(served.store, request, signal);
    let door = await open();
    const client = await connect({ socket: path });
    onTestFinished(async () => {
      await client.close();
      await door.close(0);
    });
    const shut = (): Promise<void> => door.close(0);
    return { served, client, shut, reopen: async () => void (door = await open()) };
  }

  it("is waited for, and what happened until it is back counts", async () => {
    const { served, client, shut, reopen } = await behindDoor();
    set(served, ["claude-a", { status: "working" }], ["claude-b", { status: "working" }]);
    const { store, context } = served;
    const seq = `e-${store.n}`;
    const ended = client.wait("claude-a");
    const idle = client.wait("claude-b");
    await expect.poll(() => served.listeners).toBe(2);
    await shut();
    store.apply({ set: [], remove: ["claude-a"] }, 9);
    const gone = { at: "", seq: `e-${store.n}`, type: "removed", session: { id: "claude-a" } };
    const asked: unknown[] = [];
    context.feed = (query) => {
      asked.push(query.after);
      return { events: [gone as never], more: false, complete: true };
    };
    await reopen();
    expect(await ended).toMatchObject({ outcome: "gone", gone: ["claude-a"] });
    expect([asked[0], seq]).toEqual([2, "e-2"]);
    set(served, ["claude-b"]);
    expect(await idle).toMatchObject({ outcome: "met", met: ["claude-b"] });
  });

  it("has not taken the text with it that it typed: the turn is waited for, and nothing is typed twice", async () => {
    const { served, client, shut, reopen } = await behindDoor();
    set(served, ["claude-a", { status: "working" }]);
    const { context } = served;
    const typed: string[] = [];
    const turns: unknown[] = [];
    context.actions.send = async (_target, { text }) => {
      typed.push(text);
      const outcome = { typed: true, submitted: true, how: "keys", closed: [] } as const;
      return { ...outcome, proof: "log", enteredAt: 1000, closed: [] };
    };
    context.actions.turn = async ({ id, proof, enteredAt, timeoutMs }, signal) => {
      if (timeoutMs === 0) return "timeout";
      turns.push([id, proof, enteredAt]);
      if (turns.length > 1) return "waiting";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return "timeout";
    };
    context.feed = () => ({ events: [], more: false, complete: true });
    const sent = client.send("claude-a", "hello", { waitMs: 60_000 });
    await expect.poll(() => turns.length).toBe(1);
    await shut();
    await reopen();
    expect(await sent).toMatchObject({ submitted: true, proof: "log", turn: "waiting" });
    expect(typed).toEqual(["hello"]);
    const turn = ["claude-a", "log", 1000];
    expect(turns).toEqual([turn, turn]);
  });

  it("while it types leaves it unknown whether it has; before it, nothing was typed", async () => {
    const { served, client, shut } = await behindDoor();
    set(served, ["claude-a"]);
    let typing = 0;
    served.context.actions.send = () => {
      typing++;
      return new Promise(() => {});
    };
    const sent = failureOf(client.send("claude-a", "hello"));
    const dry = failureOf(client.send("claude-a", "hello", { dryRun: true }));
    await expect.poll(() => typing).toBe(2);
    await shut();
    expect(await dry).toMatchObject({ exitCode: 69 });
    expect(await sent).toMatchObject({ code: "E_UNPROVEN", exitCode: 76 });
    expect(await failureOf(client.send("claude-a", "hello"))).toMatchObject({ exitCode: 69 });
  });
});

describe("events", () => {
  it("begin with a snapshot or where a reader left, and end when it has enough", async () => {
    const served = await serve();
    set(served, ["claude-a"]);
    const client = await open(served);
    const read = async (enough: number, since?: string): Promise<Event[]> => {
      const seen: Event[] = [];
      for await (const event of client.events(since === undefined ? {} : { since })) {
        seen.push(event);
        if (seen.length === 1) set(served, ["claude-a", { status: "working" }]);
        if (seen.length === enough) break;
      }
      return seen;
    };
    const [snapshot, update] = await read(2);
    expect([snapshot!.type, update!.type]).toEqual(["snapshot", "updated"]);
    expect(update!.session!.status).toBe("working");
    expect((await read(1, snapshot!.seq))[0]!.seq).toBe(update!.seq);
    await expect.poll(() => served.context.counts.readers).toBe(0);
  });

  it("FR-070 Stalled reader: one that takes its time between events costs the daemon nothing, and is told anew", async () => {
    const served = await serve();
    set(served, ["claude-a"]);
    const client = await open(served);
    const types: string[] = [];
    for await (const { type, session: row } of client.events()) {
      types.push(type);
      if (types.length === 1) {
        // More than the sockets' buffers take, and more than the daemon keeps.
        for (let at = 0; at < 12_000; at++)
          set(served, ["claude-a", { lastPrompt: `${at} ${"x".repeat(800)}` }]);
        set(served, ["claude-a", { title: "the last" }]);
        await sleep(50);
      }
      if (row?.title === "the last" || types.length > 13_000) break;
      if (type === "snapshot" && types.length > 1) break;
    }
    expect(served.context.counts.cuts).toBeGreaterThan(0);
    expect(types.length).toBeLessThan(12_000);
  });

  it("go on by seq when the daemon comes again, with nothing lost or told twice", async () => {
    const served = await serve();
    const { app, context, socket } = served;
    set(served, ["claude-a"]);
    // A door of its own, that can be shut.
    const path = `${socket}2`;
    let door = await listenUnix(app, path, context.counts);
    const reader = await connect({ socket: path });
    onTestFinished(async () => {
      await reader.close();
      await door.close(0);
    });
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { seq, type } of reader.events()) {
        if (type !== "snapshot") seen.push(Number(seq.split("-")[1]));
        if (seen.length === 30) break;
      }
    })();
    await expect.poll(() => context.counts.readers).toBe(1);
    const first = served.store.n + 1;
    for (let at = 0; at < 30; at++) {
      set(served, ["claude-a", { title: String(at) }]);
      if (at % 10 === 5) {
        await door.close(0);
        await sleep(30);
        set(served, ["claude-a", { title: `${at} while nobody listened` }]);
        at++;
        door = await listenUnix(app, path, context.counts);
      }
    }
    await reading;
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => first + at));
  });
});
