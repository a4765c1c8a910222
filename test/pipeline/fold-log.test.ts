import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/agents/_log.ts";
import { foldLog, logEvidence, NO_LOG, type LogState } from "../../src/pipeline/fold-log.ts";

const ask = { kind: "permission", tool: "bash", text: "make" } as const;
const error = { code: "api_error", text: "529" } as const;
const prompt = (at: number | null, text = "go"): LogEntry => ({
  type: "prompt",
  at,
  id: null,
  text,
});
const tool = (at: number, id: string): LogEntry => ({
  type: "tool",
  at,
  id,
  name: "sh",
  text: null,
});
const toolEnd = (at: number, id: string | null): LogEntry => ({ type: "toolEnd", at, id });
const answer = (at: number | null): LogEntry => ({ type: "answer", at, id: null, text: "done" });
const asks = (at: number, id: string | null = null): LogEntry => ({ type: "asks", at, id, ask });
const end = (at: number, more: Partial<Extract<LogEntry, { type: "turnEnd" }>> = {}): LogEntry => ({
  type: "turnEnd",
  at,
  outcome: "done",
  error: null,
  ...more,
});
const fold = (...entries: readonly LogEntry[]): LogState => foldLog(NO_LOG, entries);

describe("a turn in the log", () => {
  it("begins with a prompt, works and ends", () => {
    const working = fold(prompt(1000), tool(2000, "a"), toolEnd(3000, "a"), answer(4000));
    expect(working).toMatchObject({
      status: "working",
      at: 4000,
      turnStartedAt: 1000,
      lastPrompt: "go",
      lastPromptAt: 1000,
    });
    expect(foldLog(working, [end(5000)])).toMatchObject({
      status: "idle",
      at: 5000,
      turnStartedAt: null,
      lastPrompt: "go",
    });
  });

  it("says nothing of the status before it has told any", () => {
    const facts = fold({ type: "meta", cwd: "/shop" }, { type: "usage", tokens: 7 });
    expect(facts).toMatchObject({ cwd: "/shop", tokens: 7, status: null });
    expect(logEvidence(facts)).toBeNull();
  });

  it("keeps a failure beside idle until the next turn, and no longer", () => {
    const failed = fold(prompt(1000), end(2000, { outcome: "failed", error }));
    expect(logEvidence(failed)).toMatchObject({ status: "idle", lastError: error });
    expect(foldLog(failed, [prompt(3000)]).lastError).toBeNull();
    expect(foldLog(failed, [{ type: "resumed", at: 3000 }])).toMatchObject({
      status: "working",
      lastError: null,
    });
    expect(foldLog(failed, [{ type: "turnStart", at: 3000 }]).lastError).toBeNull();
  });

  it("goes on where it was begun: one more start and a message that was queued are no new turn's news", () => {
    const working = fold(prompt(1000), tool(2000, "a"));
    expect(foldLog(working, [{ type: "turnStart", at: 2500 }])).toEqual(working);
  });

  it("never goes back in time by a line that is set back", () => {
    expect(fold(prompt(5000), answer(3000)).at).toBe(5000);
    expect(fold(prompt(5000), answer(null)).at).toBe(5000);
  });

  it("keeps the beginning of a long prompt", () => {
    expect(fold(prompt(1, "x".repeat(9000))).lastPrompt).toHaveLength(2000);
  });
});

describe("a question in the log", () => {
  it("waits until its own tool ends, whatever goes on beside it (FR-007)", () => {
    const open = fold(prompt(1000), tool(2000, "a"), asks(2000, "a"));
    expect(logEvidence(open)).toMatchObject({ status: "waiting", ask, at: 2000 });
    const beside = foldLog(open, [
      tool(2100, "b"),
      toolEnd(2200, "b"),
      answer(2300),
      { type: "answered", at: 2400, id: "b" },
    ]);
    expect(logEvidence(beside)).toMatchObject({ status: "waiting", ask });
    expect(foldLog(beside, [toolEnd(3000, "a")])).toMatchObject({ status: "working", ask: null });
    expect(foldLog(beside, [{ type: "answered", at: 3000, id: "a" }]).status).toBe("working");
  });

  it("without a name ends with whatever comes next", () => {
    const open = fold(prompt(1000), asks(2000));
    expect(foldLog(open, [toolEnd(3000, "b")])).toMatchObject({ status: "working", ask: null });
  });

  it("ends with its turn: an interruption, or the next prompt", () => {
    const open = fold(prompt(1000), asks(2000, "a"));
    for (const last of [end(3000, { outcome: "interrupted" }), prompt(3000)])
      expect(foldLog(open, [last])).toMatchObject({ ask: null, askId: null });
  });

  it("an answer after its turn's end is late, and no work", () => {
    const over = fold(prompt(1000), asks(2000, "a"), end(3000, { outcome: "interrupted" }));
    expect(foldLog(over, [{ type: "answered", at: 3001, id: "a" }]).status).toBe("idle");
  });

  it("an open tool call is no question (FR-013)", () => {
    expect(logEvidence(fold(prompt(1000), tool(2000, "a")))).toMatchObject({ status: "working" });
  });
});

describe("what is written down anew", () => {
  const again = (at: number, on: boolean): LogEntry => ({ type: "again", at, on });
  const told = fold(prompt(10_000, "first"), end(20_000));

  it("is no news up to its end", () => {
    const after = foldLog(told, [again(20_100, true), prompt(10_000, "first"), answer(15_000)]);
    expect(after).toMatchObject({ status: "idle", at: 20_000, lastPrompt: "first" });
    expect(foldLog(after, [again(20_200, false), prompt(20_300, "second")])).toMatchObject({
      status: "working",
      lastPrompt: "second",
    });
  });

  it("is over after a second, even if its end was never written", () => {
    const after = foldLog(told, [again(20_100, true), prompt(30_000, "second")]);
    expect(after).toMatchObject({ status: "working", lastPrompt: "second", againSince: null });
  });

  it("still has facts that count", () => {
    expect(foldLog(told, [again(20_100, true), { type: "meta", title: "T" }]).title).toBe("T");
  });
});

describe("subagents in the log", () => {
  const subagent = (id: string, running: boolean, at = 5): LogEntry => ({
    type: "subagent",
    at,
    id,
    running,
  });

  it("are those that have begun and not ended, each once", () => {
    const log = fold(
      subagent("a", true),
      subagent("b", true),
      subagent("a", true, 6),
      subagent("b", false),
    );
    expect(log.subagents).toEqual([{ id: "a", startedAt: 6 }]);
    expect(foldLog(log, [subagent("never seen", false)]).subagents).toHaveLength(1);
  });

  it("say nothing of the status", () => {
    expect(fold(subagent("a", true)).status).toBeNull();
  });

  it("have logs of their own, and once such a log, always such a log", () => {
    const log = fold(
      { type: "meta", nativeId: "x", subagentOf: "y" },
      { type: "meta", cwd: "/shop" },
    );
    expect(log).toMatchObject({ isSubagents: true, nativeId: "x", cwd: "/shop" });
    expect(log).not.toHaveProperty("subagentOf");
  });
});

const moment = fc.option(fc.nat(5000), { nil: null });
const id = fc.constantFrom("a", "b");
const anyEntry: fc.Arbitrary<LogEntry> = fc.oneof(
  fc.record({
    type: fc.constant("prompt" as const),
    at: moment,
    id: fc.constant(null),
    text: fc.string(),
  }),
  fc.record({ type: fc.constantFrom("turnStart" as const, "resumed" as const), at: moment }),
  fc.record({
    type: fc.constant("tool" as const),
    at: moment,
    id,
    name: id,
    text: fc.constant(null),
  }),
  fc.record({ type: fc.constantFrom("toolEnd" as const, "answered" as const), at: moment, id }),
  fc.record({ type: fc.constant("asks" as const), at: moment, id, ask: fc.constant(ask) }),
  fc.record({ type: fc.constant("again" as const), at: moment, on: fc.boolean() }),
  moment.map((at) => end(at ?? 0, { at })),
);

it("is the same folded whole or in two parts, asks only while it waits, and never goes back", () => {
  fc.assert(
    fc.property(fc.array(anyEntry), fc.nat(20), (entries, cut) => {
      const first = fold(...entries.slice(0, cut));
      const whole = fold(...entries);
      expect(foldLog(first, entries.slice(cut))).toEqual(whole);
      expect(whole.ask !== null).toBe(whole.status === "waiting");
      expect(whole.at).toBeGreaterThanOrEqual(first.at);
    }),
  );
});
