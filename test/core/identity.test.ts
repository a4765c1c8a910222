import { expect, it } from "vitest";
import { sessionId, shortHash } from "../../src/core/identity.ts";
import { parseSeq, formatSeq } from "../../src/core/seq.ts";

const host = { bootId: "b1", pidNamespace: "pid:[1]" };

it("names an occupant by agent and eight base-32 characters", () => {
  expect(sessionId("claude", { pid: 10, startTicks: 500 }, host)).toMatch(/^claude-[a-z2-7]{8}$/);
});

it.each([
  ["pid", { pid: 11, startTicks: 500 }, host],
  ["start", { pid: 10, startTicks: 501 }, host],
  ["boot", { pid: 10, startTicks: 500 }, { ...host, bootId: "b2" }],
  ["namespace", { pid: 10, startTicks: 500 }, { ...host, pidNamespace: "pid:[2]" }],
])("is another one with another %s", (_what, process, where) => {
  const id = sessionId("claude", { pid: 10, startTicks: 500 }, host);
  expect(sessionId("claude", process, where)).not.toBe(id);
  expect(sessionId("claude", { pid: 10, startTicks: 500 }, { ...host })).toBe(id);
});

it("gives as many characters as asked for", () => {
  expect(shortHash("x", 12)).toHaveLength(12);
  expect(shortHash("x", 12).startsWith(shortHash("x", 8))).toBe(true);
});

it.each(["", "abc", "abc-", "-5", "ABC-5", "abc-1-2", "abc-1.5", "../x-1"])(
  "%j is no seq",
  (text) => {
    expect(parseSeq(text)).toBeNull();
  },
);

it("reads the seq it writes", () => {
  expect(parseSeq(formatSeq("a1b2", 77))).toEqual({ epoch: "a1b2", n: 77 });
});
