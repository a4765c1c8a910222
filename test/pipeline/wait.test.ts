import { describe, expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import type { AttentionKind } from "../../src/core/types.ts";
import { createStore, type Store } from "../../src/pipeline/store.ts";
import { wait, type WaitOutcome, type WaitRequest } from "../../src/pipeline/wait.ts";
import { countFrom } from "../counter.ts";
import { session } from "../session.ts";

const WORKING = { status: "working" } as const;
const UNKNOWN = { status: "unknown" } as const;
const IDLE = { status: "idle" } as const;
/** Long enough for what is due, short enough to wait for it. */
const SOON_MS = 40;

const asking = (kind: AttentionKind, more: { provisional?: true; generation?: string } = {}) => ({
  status: "waiting" as const,
  attention: { kind, tool: null, text: null, since: 0, generation: "g", ...more },
});

/** A store with these rows. */
function storeOf(rows: Record<string, Partial<Session>>): Store {
  const store = createStore(countFrom());
  apply(store, rows);
  return store;
}

function apply(store: Store, rows: Record<string, Partial<Session>>, remove: string[] = []): void {
  const set = Object.entries(rows).map(([id, more]) => session(id, more));
  store.apply({ set, remove }, store.n + 1);
}

/** Waits for `a`, if for nobody else. */
function waitFor(store: Store, more: Partial<WaitRequest>, signal = new AbortController().signal) {
  const plain = { ids: ["a"], kind: null, background: false, any: false, stableMs: 0 };
  return wait(store, { until: ["idle"], timeoutMs: 60_000, ...plain, ...more }, signal);
}

async function isOver(waiting: Promise<WaitOutcome>, withinMs = SOON_MS): Promise<boolean> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, withinMs, null));
  return (await Promise.race([waiting, late])) !== null;
}

describe("a wait that is true already is over at once", () => {
  it.each<[string, Partial<Session>, Partial<WaitRequest>]>([
    ["idle", IDLE, {}],
    ["idle with background work", { ...IDLE, background: 1 }, {}],
    ["working", WORKING, { until: ["working"] }],
    ["waiting", asking("plan"), { until: ["waiting"] }],
    ["attention", asking("plan"), { until: ["attention"] }],
    ["waiting, of this kind", asking("plan"), { until: ["waiting"], kind: ["plan"] }],
    ["waiting, one of these", asking("plan"), { until: ["waiting"], kind: ["trust", "plan"] }],
    ["one of a list", asking("plan"), { until: ["idle", "waiting"] }],
    ["one of a list with a kind", IDLE, { until: ["idle", "waiting"], kind: ["plan"] }],
    ["within no time", IDLE, { timeoutMs: 0 }],
  ])("%s", async (_what, row, request) => {
    const outcome = await waitFor(storeOf({ a: row }), request);
    expect(outcome).toMatchObject({ outcome: "met", met: ["a"], gone: [] });
  });
});

describe("a wait goes on while it is not so", () => {
  it.each<[string, Partial<Session>, Partial<WaitRequest>]>([
    ["unknown is not idle", UNKNOWN, {}],
    ["unknown is nothing", UNKNOWN, { until: ["idle", "working", "waiting", "attention"] }],
    ["background work", { ...IDLE, background: 1 }, { background: true }],
    ["another kind", asking("permission"), { until: ["waiting"], kind: ["plan", "trust"] }],
    ["only announced", asking("other", { provisional: true }), { until: ["waiting"] }],
    ["not changed", IDLE, { until: ["change"] }],
    ["not gone", IDLE, { until: ["gone"] }],
  ])("%s", async (_what, row, request) => {
    const { outcome, met } = await waitFor(storeOf({ a: row }), { timeoutMs: 10, ...request });
    expect([outcome, met]).toEqual(["timeout", []]);
  });
});

describe("a wait is woken by", () => {
  it.each<[string, Partial<Session>, Partial<Session>, Partial<WaitRequest>]>([
    ["its status", WORKING, IDLE, {}],
    ["background work that ends", { background: 1 }, { background: 0 }, { background: true }],
    ["the kind", asking("other"), asking("plan"), { until: ["waiting"], kind: ["plan"] }],
    [
      "an announced dialog that is drawn just as announced",
      asking("other", { provisional: true }),
      asking("other"),
      { until: ["waiting"] },
    ],
    ["any other status, for change", WORKING, UNKNOWN, { until: ["change"] }],
    [
      "another dialog, for change",
      asking("plan"),
      asking("plan", { generation: "h" }),
      { until: ["change"] },
    ],
  ])("%s", async (_what, before, after, request) => {
    const store = storeOf({ a: before });
    const waiting = waitFor(store, request);
    expect(await isOver(waiting, 0)).toBe(false);
    apply(store, { a: after });
    expect(await waiting).toMatchObject({ outcome: "met", met: ["a"], sessions: [after] });
  });

  it("its end, when that is one of what it is for", async () => {
    const store = storeOf({ a: WORKING });
    const waits = [["idle"], ["gone"], ["change"], ["idle", "gone"]] as const;
    const all = Promise.all(waits.map((until) => waitFor(store, { until })));
    apply(store, {}, ["a"]);
    const got = (await all).map(({ outcome, met, gone }) => [outcome, met, gone]);
    expect(got).toEqual([
      ["gone", [], ["a"]],
      ["met", ["a"], ["a"]],
      ["gone", [], ["a"]],
      ["met", ["a"], ["a"]],
    ]);
  });

  it("what a dismissed agent does, and its end; not by the loss of its row", async () => {
    const store = storeOf({ a: WORKING, b: WORKING });
    const waits = (["idle", "gone"] as const).map((until) => waitFor(store, { until: [until] }));
    store.dismiss("a", 9);
    const late = waitFor(store, { until: ["gone"] });
    expect(await isOver(Promise.race([...waits, late]))).toBe(false);
    apply(store, { a: IDLE });
    expect(await waits[0]).toMatchObject({ outcome: "met", met: ["a"], gone: [] });
    store.dismiss("a", 10);
    expect(await waitFor(store, {})).toMatchObject({ outcome: "met", sessions: [IDLE] });
    apply(store, {}, ["a"]);
    expect(await Promise.all([waits[1], late])).toMatchObject([{ gone: ["a"] }, { gone: ["a"] }]);
  });

  it("nothing that it was not told to wait for", async () => {
    const store = storeOf({ a: WORKING });
    const waiting = waitFor(store, { until: ["change"] });
    apply(store, { a: { ...WORKING, title: "another" }, b: IDLE });
    expect(await isOver(waiting)).toBe(false);
  });
});

describe("of several", () => {
  const ids = ["a", "b"];

  it("any is enough, and it is said which", async () => {
    const store = storeOf({ a: WORKING, b: WORKING });
    const waiting = waitFor(store, { ids, any: true });
    apply(store, { b: IDLE });
    expect(await waiting).toMatchObject({ outcome: "met", met: ["b"] });
  });

  it("all have to be so at one time", async () => {
    const store = storeOf({ a: IDLE, b: WORKING });
    const waiting = waitFor(store, { ids });
    apply(store, { a: WORKING });
    apply(store, { b: IDLE });
    expect(await isOver(waiting)).toBe(false);
    apply(store, { a: IDLE });
    expect(await waiting).toMatchObject({ outcome: "met", met: ids });
  });

  it("one that ends is the end of all, and of any when it was the last", async () => {
    const store = storeOf({ a: WORKING, b: WORKING });
    const all = waitFor(store, { ids });
    const any = waitFor(store, { ids, any: true });
    apply(store, {}, ["a"]);
    expect(await all).toMatchObject({ outcome: "gone", gone: ["a"] });
    expect(await isOver(any)).toBe(false);
    apply(store, {}, ["b"]);
    expect(await any).toMatchObject({ outcome: "gone", gone: ids });
  });

  it("each may end otherwise", async () => {
    const store = storeOf({ a: WORKING, b: WORKING });
    const waiting = waitFor(store, { ids, until: ["idle", "gone"] });
    apply(store, {}, ["a"]);
    apply(store, { b: IDLE });
    expect(await waiting).toMatchObject({ outcome: "met", met: ids, gone: ["a"] });
  });
});

describe("what has to be stable", () => {
  it("is over when it has stayed so", async () => {
    const begun = performance.now();
    expect(await waitFor(storeOf({ a: IDLE }), { stableMs: 30 })).toMatchObject({ outcome: "met" });
    expect(performance.now() - begun).toBeGreaterThan(28);
  });

  it("begins anew after it was otherwise, if only within one tick", async () => {
    const store = storeOf({ a: IDLE });
    const waiting = waitFor(store, { stableMs: 300 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    store.apply({ set: [session("a", WORKING), session("a", IDLE)], remove: [] }, 9);
    expect(await isOver(waiting, 200)).toBe(false);
    expect(await waiting).toMatchObject({ outcome: "met" });
  });

  it("is one and the same of any: two that take turns are not stable", async () => {
    const store = storeOf({ a: IDLE, b: WORKING });
    const waiting = waitFor(store, { ids: ["a", "b"], any: true, stableMs: 300 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    apply(store, { a: WORKING, b: IDLE });
    expect(await isOver(waiting, 200)).toBe(false);
    expect(await waiting).toMatchObject({ outcome: "met", met: ["b"] });
  });

  it("is not over for a title that moves", async () => {
    const store = storeOf({ a: IDLE });
    const waiting = waitFor(store, { stableMs: 60 });
    apply(store, { a: { ...IDLE, title: "another" } });
    expect(await waiting).toMatchObject({ outcome: "met" });
  });
});

it("a wait leaves with its caller, and leaves nothing behind", async () => {
  const store = storeOf({ a: IDLE });
  const abort = new AbortController();
  const waiting = waitFor(store, { until: ["working"] }, abort.signal);
  abort.abort();
  expect((await waiting).outcome).toBe("aborted");
  expect((await waitFor(store, {}, abort.signal)).outcome).toBe("aborted");
});

it("a thousand waits cost a tick next to nothing", async () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `s${at}`);
  const store = storeOf(Object.fromEntries(ids.map((id) => [id, WORKING])));
  const tickMs = (): number => {
    const begun = performance.now();
    for (let turn = 0; turn < 20; turn++) apply(store, { s0: { ...WORKING, title: String(turn) } });
    return performance.now() - begun;
  };
  const alone = tickMs();
  const waits = ids.map((id) => waitFor(store, { ids: [id] }));
  const together = tickMs();
  apply(store, Object.fromEntries(ids.map((id) => [id, IDLE])));
  const met = (await Promise.all(waits)).map((one) => one.met[0]);
  expect(met).toEqual(ids);
  console.info(`20 ticks: ${alone.toFixed(1)} ms, with 1,000 waits ${together.toFixed(1)} ms`);
  // A millisecond and more each would be a loop over all sessions for each of them.
  expect(together - alone).toBeLessThan(1000);
});
