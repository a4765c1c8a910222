import { expect, it } from "vitest";
import type { FeedBatch } from "../../src/core/feed.ts";
import type { State } from "../../src/io/state.ts";
import { createHealth } from "../../src/pipeline/health.ts";
import { createKeptStore } from "../../src/pipeline/kept-store.ts";
import { countFrom } from "../counter.ts";
import { session } from "../session.ts";

/** A state database that can be damaged, and of each that there was: what was written to it. */
function keptStore(memory: Partial<Pick<State, "living" | "resting">> = {}) {
  const databases: FeedBatch[][] = [[]];
  let isDamaged = false;
  const use = <T>(run: () => T): T => {
    if (isDamaged) throw new Error("malformed");
    return run();
  };
  const state: State = {
    counter: countFrom(),
    aliveAt: null,
    living: [],
    resting: [],
    ...memory,
    write: (batch) => use(() => void databases.at(-1)!.push(batch)),
    readFeed: () => use(() => ({ events: [], more: false, complete: true })),
    prune: () => false,
    renew() {
      const was = isDamaged;
      isDamaged = false;
      if (was) databases.push([]);
      return was;
    },
    close() {},
  };
  const kept = createKeptStore({
    state,
    health: createHealth(),
    limits: () => ({ feedDays: 1, feedMegabytes: 1 }),
    now: () => 1000,
    onError(error) {
      throw error;
    },
  });
  return { ...kept, databases, damage: () => void (isDamaged = true) };
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

it("a database that takes another's place is told all rows and labels, with what waited", () => {
  const living = [session("claude-old")];
  const resting = [session("claude-gone", { label: "api", nativeId: "n" })];
  const { store, databases, damage, close } = keptStore({ living, resting });
  store.apply(
    { set: ["claude-a", "claude-b", "claude-hid"].map((id) => session(id)), remove: [] },
    1,
  );
  store.dismiss("claude-hid", 1);
  damage();
  store.apply({ set: [session("claude-b", { status: "working" })], remove: [] }, 2);
  store.apply({ set: [session("claude-a", { status: "working" })], remove: [] }, 3);
  close();
  const [batch, ...later] = databases[1]!;
  expect(idsOf(batch!.rows)).toEqual(["claude-a", "claude-b", "claude-hid", "claude-old"]);
  expect(idsOf(batch!.ended)).toEqual(["claude-gone"]);
  expect(batch!.records.map(({ n }) => n)).toEqual([5]);
  // Once is enough.
  expect(later.map(({ rows }) => idsOf(rows))).toEqual([["claude-a"], []]);
});

it("one that is found damaged by who reads it is put aside too, and the next is told the rows with the next event", () => {
  const { store, feed, databases, damage, close } = keptStore();
  store.apply({ set: [session("claude-a")], remove: [] }, 1);
  damage();
  const any = { after: null, notBefore: null, session: null, agent: null, types: null, limit: 1 };
  expect(feed(any).events).toEqual([]);
  store.apply({ set: [session("claude-b")], remove: [] }, 2);
  close();
  expect(idsOf(databases[1]![0]!.rows)).toEqual(["claude-a", "claude-b"]);
});
