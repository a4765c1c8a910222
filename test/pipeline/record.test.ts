import { describe, expect, it, vi } from "vitest";
import type { Gap, StoreEvent } from "../../src/core/event.ts";
import type { FeedBatch } from "../../src/core/feed.ts";
import { createHealth } from "../../src/pipeline/health.ts";
import { createRecorder } from "../../src/pipeline/record.ts";
import { session } from "../session.ts";

function recorder() {
  const batches: FeedBatch[] = [];
  const gaps: Gap[] = [];
  const health = createHealth();
  const timers: (() => void)[] = [];
  let fails: string | null = null;
  const it = createRecorder({
    write(batch) {
      if (fails !== null) throw new Error(fails);
      batches.push(batch);
    },
    health,
    now: () => 1000,
    onLost: (gap) => void gaps.push(gap),
    later: (run) => void timers.push(run),
  });
  return {
    ...it,
    batches,
    gaps,
    health,
    fail: (because: string | null) => void (fails = because),
    /** Lets the time go by for which it rests. */
    rest: () => timers.splice(0).forEach((run) => run()),
    timers,
    get waiting() {
      return it.waiting;
    },
  };
}

const event = (n: number, more: Partial<StoreEvent> = {}): StoreEvent => ({
  n,
  at: n,
  type: "created",
  session: session(`claude-${n}`),
  ...more,
});

describe("the recorder", () => {
  it("writes rows as they are last, and of events what is kept", () => {
    const { record, batches } = recorder();
    const row = session("claude-1", { title: "new" });
    record([
      event(1),
      event(2, { type: "updated", session: row, from: { status: "idle" }, changed: [] }),
      event(3),
      event(4, { type: "removed", session: session("claude-3") }),
      event(5, { type: "removed", session: session("claude-5"), dismissed: true }),
    ]);
    const [{ records, rows, ended }] = batches as [FeedBatch];
    expect(records.map(({ n, event: { type } }) => [n, type])).toEqual([
      [1, "created"],
      [3, "created"],
      [4, "removed"],
      [5, "removed"],
    ]);
    // A dismissed one lives on, and its label with it.
    expect(rows.map(({ id, title }) => [id, title])).toEqual([
      ["claude-1", "new"],
      ["claude-5", null],
    ]);
    expect(ended.map(({ id }) => id)).toEqual(["claude-3"]);
    expect(records[0]!.event.session).not.toHaveProperty("lastPrompt");
  });

  it("keeps what a locked database does not take, says so, and writes it later, once", () => {
    const { record, batches, health, fail, rest, timers } = recorder();
    fail("database is locked");
    record([event(1)]);
    record([event(2)]);
    expect(timers).toHaveLength(1); // It rests, and is not asked at each event.
    expect(health.state()).toEqual({
      state: "degraded",
      reasons: [expect.stringMatching(/^feed: .*database is locked/)],
    });
    rest();
    expect(batches).toEqual([]);
    fail(null);
    rest();
    expect(batches.map(({ records }) => records.map(({ n }) => n))).toEqual([[1, 2]]);
    expect(health.state().state).toBe("ok");
    rest();
    record([event(3)]);
    expect(batches.at(-1)!.records.map(({ n }) => n)).toEqual([3]);
  });

  it("keeps no more than it can hold, and tells of the gap", () => {
    const { record, batches, gaps, fail, rest } = recorder();
    fail("database or disk is full");
    const shared = session("claude-x");
    for (let n = 1; n <= 5000; n++) record([event(n, { session: shared })]);
    fail(null);
    rest();
    expect(batches[0]!.records).toHaveLength(4096);
    expect(batches[0]!.records[0]!.n).toBe(905);
    expect(gaps).toEqual([
      { from: 1, to: 904, because: "it could not be kept (database or disk is full)" },
    ]);
  });

  it("of nothing writes that we live", () => {
    const write = vi.fn<(batch: FeedBatch) => void>();
    createRecorder({
      write,
      health: createHealth(),
      now: () => 0,
      onLost: () => {},
      later: () => {},
    }).flush();
    expect(write).toHaveBeenCalledWith({ records: [], rows: [], ended: [] });
  });
});
