import { describe, expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import { createStore, type Store, type StoreEvent } from "../../src/pipeline/store.ts";
import { countFrom } from "../counter.ts";
import { session as idle } from "../session.ts";

const PANE = { id: "%0", server: "/s", target: "m:0.0", tty: "/dev/pts/1", title: "x" };
const session = (id: string, more: Partial<Session> = {}): Session =>
  idle(id, { pane: PANE, ...more });

function createTestStore(): Store & { seen: StoreEvent[] } {
  const store = createStore(countFrom(100));
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

  it("knows those of the daemon before it: they are no newcomers, and end but once", () => {
    const kept: StoreEvent[] = [];
    const rows = [
      session("a", { label: "api" }),
      session("b", { status: "working" }),
      session("c"),
    ];
    const memory = {
      rows,
      resting: [],
      record: (events: readonly StoreEvent[]) => void kept.push(...events),
    };
    const store = createStore(countFrom(), () => {}, memory);
    const heard: [number, number][] = [];
    store.subscribe((events) => void heard.push([events.length, kept.length]));
    expect([store.rows.size, store.known("a")?.label]).toEqual([0, "api"]);
    store.addGap({ from: 1, to: 2, because: "no daemon ran" });
    store.apply({ set: [session("a", { label: "api" }), session("b")], remove: [] }, 3);
    store.apply({ set: [session("a", { label: "api" })], remove: ["c"] }, 4);
    store.apply({ set: [], remove: ["c"] }, 5);
    expect(
      kept.map(({ type, session: row, from, changed }) => [type, row?.id, from?.status, changed]),
    ).toEqual([
      ["gap", undefined, undefined, undefined],
      ["updated", "a", "idle", []],
      ["updated", "b", "working", ["status"]],
      ["removed", "c", undefined, undefined],
    ]);
    // Each was kept before anybody heard of it.
    expect(heard).toEqual([
      [1, 1],
      [2, 3],
      [1, 4],
    ]);
  });

  it("tells of one that asks from the start that it asks", () => {
    const store = createTestStore();
    const attention = { kind: "trust", tool: null, text: null, since: 1, generation: "g" } as const;
    const announced = { ...attention, provisional: true };
    const set = [
      session("a", { status: "waiting", attention }),
      session("b", { status: "waiting", attention: announced }),
    ];
    store.apply({ set, remove: [] }, 1);
    expect(store.seen.map(({ changed }) => changed)).toEqual([["attention"], undefined]);
  });

  it("takes a row away and gives it back, and says when its agent ends", () => {
    const store = createTestStore();
    store.apply({ set: [session("a", { label: "api", status: "working" })], remove: [] }, 1);
    for (const at of [2, 3]) store.dismiss("a", at);
    expect([store.rows.size, store.known("a")?.label]).toEqual([0, "api"]);
    store.apply({ set: [session("a", { label: "api" })], remove: [] }, 4);
    store.dismiss("a", 5);
    store.apply({ set: [], remove: ["a"] }, 6);
    expect([store.dismissed.size, store.known("a")]).toEqual([0, undefined]);
    expect(
      store.seen.map(({ type, from, changed, dismissed }) => [
        type,
        from?.status,
        changed,
        dismissed,
      ]),
    ).toEqual([
      ["created", undefined, undefined, undefined],
      ["removed", undefined, undefined, true],
      ["created", "working", ["status"], undefined],
      ["removed", undefined, undefined, true],
      ["removed", undefined, undefined, undefined],
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
