import { expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import type { Ask } from "../../src/core/types.ts";
import { createDismissed } from "../../src/pipeline/dismissed.ts";
import { createLabels } from "../../src/pipeline/labels.ts";
import { session } from "../session.ts";

const ask = (text: string | null): Ask => ({ kind: "permission", tool: "Bash", text });
const asking = (text: string | null): Partial<Session> => ({
  status: "waiting",
  attention: { ...ask(text), since: 0, generation: "g" },
});

function dismissed(row: Session) {
  const removed: string[] = [];
  const labels = createLabels([]);
  const one = createDismissed({ apply: ({ remove }) => void removed.push(...remove), labels });
  one.add(row, 1);
  return { one, removed, labels };
}

it("takes a row away, and keeps it away while nothing changes", () => {
  const { one, removed } = dismissed(session("a", { status: "idle" }));
  expect(removed).toEqual(["a"]);
  expect(one.hides("a", { status: "idle", ask: null })).toBe(true);
  expect(one.hides("b", { status: "idle", ask: null })).toBe(false);
});

it("keeps its label for it", () => {
  const { labels } = dismissed(session("a", { label: "api", nativeId: "n-1" }));
  expect(labels.of(undefined, "claude", "n-1")).toBe("api");
});

it("lets it come back with the next status, for good", () => {
  const { one } = dismissed(session("a", { status: "idle" }));
  expect(one.hides("a", { status: "working", ask: null })).toBe(false);
  expect(one.hides("a", { status: "idle", ask: null })).toBe(false);
});

it.each([
  ["npm test", "npm test", true],
  ["npm test", "rm -rf build", false],
  // Announced, and not drawn yet.
  [null, "npm test", true],
])("a dialog %j, then %j: hidden is %s", (before, now, hidden) => {
  const { one } = dismissed(session("a", asking(before)));
  expect(one.hides("a", { status: "waiting", ask: ask(now) })).toBe(hidden);
});

it("forgets who has ended", () => {
  const { one } = dismissed(session("a", { status: "idle" }));
  one.keep(new Map());
  expect(one.hides("a", { status: "idle", ask: null })).toBe(false);
});
