import { describe, expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import { createStore, type Store, type StoreEvent } from "../../src/pipeline/store.ts";
import { wait, type WaitRequest } from "../../src/pipeline/wait.ts";
import { session as idle } from "../session.ts";

const PANE = { id: "%0", server: "/s", target: "m:0.0", tty: "/dev/pts/1", title: "x" };
const session = (id: string, more: Partial<Session> = {}): Session =>
  idle(id, { pane: PANE, ...more });

function createTestStore(): Store & { seen: StoreEvent[] } {
  let n = 100;
  const store = createStore("e", n, () => ++n);
  const seen: StoreEvent[] = [];
  store.subscribe((events) => void seen.push(...events));
  return Object.assign(store, { seen });
}

describe("the store", () => {
  it("numbers what happened, one event a row and tick", () => {
    const store = createTestStore();
    store.apply({ set: [session("a"), session("b")], remove: [] }, 1);
    store.apply({ set: [session("a", { status: "working" })], remove: ["b", "never"] }, 2);
    expect(
      store.seen.map(({ n, type, session: row, from }) => [n, type, row?.id, from?.status]),
    ).toEqual([
      [101, "created", "a", undefined],
      [102, "created", "b", undefined],
      [103, "updated", "a", "idle"],
      [104, "removed", "b", undefined],
    ]);
  });

  it("is silent about what no reader would notice", () => {
    const store = createTestStore();
    const pane = (title: string) => ({ ...session("a").pane!, title });
    store.apply({ set: [session("a", { pane: pane("⠹ Fix it | shop") })], remove: [] }, 1);
    store.apply(
      { set: [session("a", { pane: pane("⠸ Fix it | shop"), lastActivityAt: 7 })], remove: [] },
      2,
    );
    expect(store.seen).toHaveLength(1);
    expect(store.rows.get("a")!.lastActivityAt).toBe(7);
    store.apply({ set: [session("a", { pane: pane("⠸ Test it | shop") })], remove: [] }, 3);
    expect(store.seen).toHaveLength(2);
  });

  it("replays from where a reader left, and says when it can't", () => {
    const store = createTestStore();
    for (let i = 0; i < 5000; i++)
      store.apply({ set: [session("a", { statusSince: i })], remove: [] }, i);
    expect(store.since(store.n)).toEqual([]);
    expect(store.since(store.n - 2)!.map(({ n }) => n)).toEqual([store.n - 1, store.n]);
    expect(store.since(100)).toBeNull();
    expect(store.since(store.n + 1)).toBeNull();
  });
});

describe("wait", () => {
  const until = (what: WaitRequest["until"], more: Partial<WaitRequest> = {}): WaitRequest => ({
    ids: ["a"],
    until: what,
    kind: null,
    background: false,
    any: false,
    timeoutMs: 1000,
    stableMs: 0,
    ...more,
  });
  const { signal } = new AbortController();
  const attention = (kind: "permission" | "plan") => ({
    kind,
    tool: null,
    text: null,
    since: 0,
    generation: "g",
  });

  it("is over at once when it is true already", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a")], remove: [] }, 1);
    expect(await wait(store, until("idle"), signal)).toMatchObject({ outcome: "met", met: ["a"] });
  });

  it("is over when it becomes true", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a", { status: "working" })], remove: [] }, 1);
    const waiting = wait(store, until("waiting", { kind: "plan" }), signal);
    store.apply(
      {
        set: [session("a", { status: "waiting", attention: attention("permission") })],
        remove: [],
      },
      2,
    );
    store.apply(
      { set: [session("a", { status: "waiting", attention: attention("plan") })], remove: [] },
      3,
    );
    expect((await waiting).sessions[0]!.attention!.kind).toBe("plan");
  });

  it("ends when the session ends, unless that is what it is for", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a", { status: "working" })], remove: [] }, 1);
    const both = Promise.all([
      wait(store, until("idle"), signal),
      wait(store, until("gone"), signal),
    ]);
    store.apply({ set: [], remove: ["a"] }, 2);
    expect((await both).map(({ outcome }) => outcome)).toEqual(["gone", "met"]);
  });

  it("takes unknown for nothing, and background work for work when told so", async () => {
    const store = createTestStore();
    store.apply(
      { set: [session("a", { status: "unknown" }), session("b", { background: 1 })], remove: [] },
      1,
    );
    const late = { timeoutMs: 30 };
    expect((await wait(store, until("idle", late), signal)).outcome).toBe("timeout");
    expect((await wait(store, until("idle", { ids: ["b"] }), signal)).outcome).toBe("met");
    expect(
      (await wait(store, until("idle", { ids: ["b"], background: true, ...late }), signal)).outcome,
    ).toBe("timeout");
  });

  it("asks for all, or any, of several", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a"), session("b", { status: "working" })], remove: [] }, 1);
    const ids = ["a", "b"];
    expect((await wait(store, until("idle", { ids, any: true }), signal)).met).toEqual(["a"]);
    expect((await wait(store, until("idle", { ids, timeoutMs: 30 }), signal)).outcome).toBe(
      "timeout",
    );
  });

  it("wants it to hold", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a")], remove: [] }, 1);
    const waiting = wait(store, until("idle", { stableMs: 60 }), signal);
    store.apply({ set: [session("a", { status: "working" })], remove: [] }, 2);
    const outcome = await Promise.race([
      waiting,
      new Promise((resolve) => setTimeout(resolve, 120, "still waiting")),
    ]);
    expect(outcome).toBe("still waiting");
    store.apply({ set: [session("a")], remove: [] }, 3);
    expect((await waiting).outcome).toBe("met");
  });

  it("waits on for a dialog that was only announced", async () => {
    const store = createTestStore();
    const announced = {
      kind: "other",
      tool: null,
      text: null,
      since: 0,
      generation: "g",
      provisional: true,
    } as const;
    store.apply(
      { set: [session("a", { status: "waiting", attention: announced })], remove: [] },
      1,
    );
    const waiting = wait(store, until("waiting"), signal);
    store.apply(
      { set: [session("a", { status: "waiting", attention: attention("plan") })], remove: [] },
      2,
    );
    expect((await waiting).sessions[0]!.attention!.kind).toBe("plan");
  });

  it("leaves with its caller", async () => {
    const store = createTestStore();
    store.apply({ set: [session("a")], remove: [] }, 1);
    const abort = new AbortController();
    const waiting = wait(store, until("working"), abort.signal);
    abort.abort();
    expect((await waiting).outcome).toBe("aborted");
  });
});
