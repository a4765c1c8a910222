import { describe, expect, it } from "vitest";
import { changesBetween, endedTurnMs, isKept, matches } from "../../src/core/feed.ts";
import type { Attention, Session } from "../../src/core/session.ts";
import { session } from "../session.ts";

const asks = (more: Partial<Attention> = {}): Attention => ({
  kind: "permission",
  tool: "Bash",
  text: "ls",
  since: 1,
  generation: "g1",
  ...more,
});
const waiting = (more: Partial<Attention> = {}): Session =>
  session("a", { status: "waiting", attention: asks(more), turnStartedAt: 100 });
const working = session("a", { status: "working", turnStartedAt: 100 });
const idle = session("a", { status: "idle", statusSince: 5100 });

describe("what changed", () => {
  it.each<[string, Session, Session, string[]]>([
    ["a status", idle, working, ["status"]],
    ["a dialog opens", working, waiting(), ["status", "attention"]],
    ["another dialog", waiting(), waiting({ generation: "g2" }), ["attention"]],
    ["the same one, with its text", waiting({ text: null }), waiting(), []],
    ["a dialog closes", waiting(), working, ["status"]],
    ["one that is only announced", working, waiting({ provisional: true }), ["status"]],
    ["it is drawn", waiting({ provisional: true, kind: "other" }), waiting(), ["attention"]],
    [
      "a failed turn",
      working,
      { ...idle, lastError: { code: "api_error", text: "529" } },
      ["status", "error"],
    ],
    [
      "the next turn, which forgets the error",
      { ...idle, lastError: { code: "api_error", text: "529" } },
      working,
      ["status"],
    ],
    ["a label", idle, { ...idle, label: "api" }, ["label"]],
    ["a title, a model, a place", idle, { ...idle, title: "x", model: "y", cwd: "/z" }, []],
  ])("%s", (_what, before, now, changed) => {
    expect(changesBetween(before, now)).toEqual(changed);
  });

  it("a turn ends with idle, or with its agent", () => {
    expect(endedTurnMs(working, idle, 9000)).toBe(5000);
    expect(endedTurnMs(waiting(), idle, 9000)).toBe(5000);
    expect(endedTurnMs(working, null, 9000)).toBe(8900);
    expect(endedTurnMs(working, waiting(), 9000)).toBeNull();
    expect(endedTurnMs(working, session("a", { status: "unknown" }), 9000)).toBeNull();
    expect(endedTurnMs(idle, null, 9000)).toBeNull();
  });
});

describe("a filter", () => {
  const all = { types: null, agent: null, session: null };
  const event = {
    seq: "e-1",
    at: "",
    type: "updated",
    changed: ["status"],
    session: { id: "claude-a", agent: "claude", label: "api", nativeId: "n-1" },
  } as never;
  const gap = { seq: "e-2", at: "", type: "gap" } as const;

  it.each([
    [{}, true],
    [{ types: ["status"] as const }, true],
    [{ types: ["updated"] as const }, true],
    [{ types: ["attention", "gap"] as const }, false],
    [{ agent: "claude" }, true],
    [{ agent: "codex" }, false],
    [{ session: "claude-a" }, true],
    [{ session: "api" }, true],
    [{ session: "n-1" }, true],
    [{ session: "claude-b" }, false],
  ])("%j: %s", (filter, is) => {
    expect(matches(event, { ...all, ...filter })).toBe(is);
  });

  it("lets a gap through unless another type is asked for", () => {
    expect(matches(gap, { ...all, agent: "codex", session: "x" })).toBe(true);
    expect(matches(gap, { ...all, types: ["status"] })).toBe(false);
  });

  it("keeps what a reader would act on", () => {
    expect(isKept({ type: "updated", changed: [] })).toBe(false);
    expect(isKept({ type: "updated", changed: ["label"] })).toBe(true);
    expect(isKept({ type: "snapshot" })).toBe(false);
    expect(isKept(gap)).toBe(true);
  });
});
