import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FeedQuery, FeedRecord } from "../../src/core/feed.ts";
import { openState, type State } from "../../src/io/state.ts";
import { session } from "../session.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = 100 * DAY_MS;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

interface Opened extends State {
  path: string;
  /** What was told of damage. */
  told: string[];
}

function open(path = join(folder(), "state.db"), now = NOW): Opened {
  const told: string[] = [];
  const state = openState(
    path,
    () => now,
    (trouble) => void told.push(trouble),
  );
  return Object.assign(state, { path, told });
}

const record = (n: number, more: Partial<FeedRecord> = {}): FeedRecord => ({
  n,
  at: NOW,
  event: {
    at: new Date(NOW).toISOString(),
    type: "updated",
    changed: ["status"],
    session: { id: `claude-${n % 3}`, agent: "claude", label: "api", nativeId: "n" } as never,
  },
  ...more,
});
const batch = (records: FeedRecord[]) => ({ records, rows: [], ended: [] });
const all: FeedQuery = {
  after: 0,
  notBefore: null,
  session: null,
  agent: null,
  types: null,
  limit: 1000,
};
const numbers = (state: State, query: Partial<FeedQuery> = {}): number[] =>
  state.readFeed({ ...all, ...query }).events.map(({ seq }) => Number(seq.split("-")[1]));

/** All pages but the first, and whoever has it open has to read them again. */
function damage(path: string): void {
  const other = new DatabaseSync(path);
  other.exec("CREATE TABLE strange (a); PRAGMA wal_checkpoint(TRUNCATE)");
  const file = openSync(path, "r+");
  const length = statSync(path).size - 4096;
  writeSync(file, Buffer.alloc(length, 0x5a), 0, length, 4096);
  closeSync(file);
  other.close();
}

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("the state database", () => {
  it("is private, and so are its neighbours", () => {
    const { path } = open();
    const dir = join(path, "..");
    expect(readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mode & 0o077])).toEqual(
      readdirSync(dir).map((name) => [name, 0]),
    );
  });

  it("keeps its history when it is brought up to date", () => {
    const path = join(folder(), "state.db");
    const old = new DatabaseSync(path);
    old.exec(`CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      INSERT INTO meta VALUES ('epoch', 'abc'), ('seq', '41'); PRAGMA user_version = 1;`);
    old.close();
    const state = open(path);
    const { counter, aliveAt, living } = state;
    expect([counter.epoch, counter.take(), aliveAt, living]).toEqual(["abc", 42, null, []]);
    state.write(batch([record(42)]));
    expect(numbers(state)).toEqual([42]);
  });

  it("of a newer ccmux is left alone", () => {
    const path = join(folder(), "state.db");
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    expect(() => open(path)).toThrow("has schema 99");
    const same = new DatabaseSync(path);
    expect(same.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
    same.close();
  });

  it("that is damaged is put aside, and another history begins", () => {
    const path = join(folder(), "state.db");
    writeFileSync(path, "no database at all, but long enough to be read as one".repeat(100));
    const state = open(path);
    expect(state.told).toEqual([expect.stringContaining("damaged")]);
    expect(numbers(state)).toEqual([]);
    // What it had is not kept any more: who asks for it is told.
    expect(state.readFeed({ ...all, after: null, notBefore: NOW - 1 }).complete).toBe(false);
  });

  it("that is damaged while it is open is put aside, and numbers go on in another history", () => {
    const state = open();
    for (let n = 1; n <= 3; n++) state.write(batch([record(state.counter.take())]));
    const { epoch } = state.counter;
    damage(state.path);
    const failed = thrownBy(() => state.write(batch([record(4)])));
    expect(state.renew(failed)).toBe(true);
    expect(state.told).toEqual([expect.stringContaining("malformed")]);
    expect(state.counter.epoch).not.toBe(epoch);
    state.write(batch([record(state.counter.take())]));
    expect(numbers(state)).toEqual([4]);
    expect(state.readFeed({ ...all, after: null, notBefore: NOW - 1 }).complete).toBe(false);
    const next = open(state.path);
    expect([next.counter.epoch, next.counter.take()]).toEqual([state.counter.epoch, 1004]);
  });

  it("that is locked is no damaged one", () => {
    const state = open();
    const other = new DatabaseSync(state.path);
    other.exec("BEGIN IMMEDIATE");
    expect(state.renew(thrownBy(() => state.write(batch([record(1)]))))).toBe(false);
    other.close();
    expect(readdirSync(join(state.path, ".."))).not.toContainEqual(
      expect.stringContaining("damaged"),
    );
  });

  it("gives no number twice that could not be kept: they are of an epoch of their own", () => {
    const first = open();
    first.counter.take();
    const { epoch } = first.counter;
    // As on a full disk, until the end.
    const other = new DatabaseSync(first.path);
    other.exec("BEGIN IMMEDIATE");
    while (first.counter.epoch === epoch) first.counter.take();
    expect(first.counter.n).toBe(1001);
    other.close();
    const second = open(first.path);
    expect([second.counter.epoch, second.counter.take()]).toEqual([epoch, 1001]);
  });

  it("goes on after what the feed has, whatever was reserved", () => {
    const first = open();
    first.write(batch([record(5000)]));
    expect(open(first.path).counter.take()).toBe(5001);
  });

  it("writes all or nothing, and says so", () => {
    const state = open();
    const other = new DatabaseSync(state.path);
    other.exec("BEGIN IMMEDIATE");
    const start = performance.now();
    expect(() => state.write(batch([record(1)]))).toThrow("locked");
    expect(performance.now() - start).toBeLessThan(500);
    other.exec("COMMIT");
    expect(() => state.write(batch([record(1), record(2, { at: Number.NaN })]))).toThrow("NULL");
    expect(numbers(state)).toEqual([]);
    state.write(batch([record(1)]));
    expect(numbers(state)).toEqual([1]);
    other.close();
  });
});

describe("rows", () => {
  it("of the living come back, without what people wrote; those of the ended do not", () => {
    const state = open();
    const [a, b] = [session("claude-a", { lastPrompt: "secret", pid: 7 }), session("claude-b")];
    state.write({ records: [], rows: [a, b], ended: [] });
    state.write({ records: [], rows: [], ended: [b] });
    const next = open(state.path);
    expect(next.living).toEqual([{ ...a, lastPrompt: null }]);
    expect(next.aliveAt).toBe(NOW);
  });

  it("that were labelled wait for their conversation, and no label waits twice", () => {
    const state = open();
    const a = session("claude-a", { label: "api", nativeId: "n-1" });
    const nameless = session("claude-b", { label: "ui" });
    state.write({ records: [], rows: [a, nameless], ended: [] });
    state.write({ records: [], rows: [], ended: [a, nameless] });
    expect(open(state.path).resting).toEqual([a]);
    state.write({ records: [], rows: [session("claude-c", { label: "api" })], ended: [] });
    const next = open(state.path);
    expect([next.resting, next.living.map(({ id }) => id)]).toEqual([[], ["claude-c"]]);
  });

  it("wait for as long as the feed is kept", () => {
    const state = open();
    state.write({ records: [], rows: [], ended: [session("a", { label: "x", nativeId: "n" })] });
    const later = open(state.path, NOW + 31 * DAY_MS);
    later.prune({ feedDays: 40, feedMegabytes: 64 });
    expect(open(state.path).resting).toHaveLength(1);
    later.prune({ feedDays: 30, feedMegabytes: 64 });
    expect(open(state.path).resting).toEqual([]);
  });
});

describe("the feed", () => {
  it("is read from an event, from a moment, or from its end", () => {
    const state = open();
    state.write(batch([1, 2, 3, 4].map((n) => record(n, { at: NOW + n }))));
    expect(numbers(state, { after: 2 })).toEqual([3, 4]);
    expect(numbers(state, { after: null, notBefore: NOW + 2 })).toEqual([2, 3, 4]);
    expect(numbers(state, { after: null, limit: 2 })).toEqual([3, 4]);
    expect(numbers(state, { after: 1, limit: 2 })).toEqual([2, 3]);
    expect(state.readFeed({ ...all, after: 1, limit: 2 }).more).toBe(true);
    expect(state.readFeed({ ...all, after: 2, limit: 2 }).more).toBe(false);
  });

  it("is filtered as live events are", () => {
    const state = open();
    const gap = { at: "", type: "gap", gap: { from: "", to: "", because: "" } } as const;
    state.write(batch([record(1), record(2), record(3), record(4, { event: gap })]));
    expect(numbers(state, { session: "claude-1" })).toEqual([1, 4]);
    expect(numbers(state, { session: "api" })).toEqual([1, 2, 3, 4]);
    expect(numbers(state, { agent: "codex" })).toEqual([4]);
    expect(numbers(state, { types: ["status"] })).toEqual([1, 2, 3]);
    expect(numbers(state, { types: ["gap", "created"] })).toEqual([4]);
    expect(numbers(state, { session: "claude-1", types: ["updated"] })).toEqual([1]);
  });

  it("loses what is too old, and says that it has", () => {
    const state = open();
    state.write(
      batch([1, 2, 3].map((n) => record(n, { at: n < 3 ? NOW - 31 * DAY_MS : NOW - DAY_MS }))),
    );
    while (state.prune({ feedDays: 30, feedMegabytes: 64 }));
    expect(numbers(state)).toEqual([3]);
    expect(state.readFeed({ ...all, after: 1 }).complete).toBe(false);
    expect(state.readFeed({ ...all, after: 2 }).complete).toBe(true);
    const from = { ...all, after: null };
    expect(state.readFeed({ ...from, notBefore: NOW - 40 * DAY_MS }).complete).toBe(false);
    expect(state.readFeed({ ...from, notBefore: NOW - 2 * DAY_MS }).complete).toBe(true);
  });

  it("stays within its size, however much comes", () => {
    const state = open();
    const limits = { feedDays: 30, feedMegabytes: 4 };
    const long = record(0).event;
    const event = { ...long, session: { ...long.session!, project: "x".repeat(700) } };
    let n = 0;
    for (let round = 0; round < 30; round++) {
      state.write(batch(Array.from({ length: 1000 }, () => record(++n, { event }))));
      while (state.prune(limits));
    }
    expect(n).toBe(30_000); // Some 30 MB.
    expect(statSync(state.path).size).toBeLessThan(6e6);
    const kept = numbers(state, { after: null });
    expect(kept.at(-1)).toBe(n);
    // The newest, without a hole.
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => n - kept.length + 1 + at));
    expect(kept.length).toBe(1000);
  });
});
