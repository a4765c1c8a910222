import { expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import type { Ask } from "../../src/core/types.ts";
import { staysAway } from "../../src/pipeline/dismissed.ts";
import { session } from "../session.ts";

const ask = (text: string | null): Ask => ({ kind: "permission", tool: "Bash", text });
const asking = (text: string | null): Partial<Session> => ({
  status: "waiting",
  attention: { ...ask(text), since: 0, generation: "g" },
});
const is = (status: Session["status"], more: { ask?: Ask; background?: number } = {}) => ({
  status,
  ask: null,
  background: 0,
  ...more,
});

it.each([
  ["the same", {}, is("idle"), true],
  ["another status", {}, is("working"), false],
  ["the same dialog", asking("npm test"), is("waiting", { ask: ask("npm test") }), true],
  ["another dialog", asking("npm test"), is("waiting", { ask: ask("rm -rf build") }), false],
  ["a dialog, now drawn", asking(null), is("waiting", { ask: ask("npm test") }), true],
  ["background work goes on", { background: 2 }, is("idle", { background: 1 }), true],
  ["background work is over", { background: 2 }, is("idle"), false],
  ["one of many subagents ends", { status: "working", background: 1 }, is("working"), true],
] as const)("a row that was taken away, and %s", (_what, was, now, away) => {
  expect(staysAway(session("a", was), now)).toBe(away);
});
