import { expect, it } from "vitest";
import { describeEvent } from "../../src/commands/_event.ts";
import type { FeedEventJson } from "../../src/core/feed.ts";
import { toJson, type SessionJson } from "../../src/core/session.ts";
import { session } from "../session.ts";

const NOW = Date.parse("2026-11-30T12:00:00");
const pane = { id: "%0", server: "/s", target: "main:0.0", tty: "/dev/pts/1", title: "" };
const row = (more: Partial<SessionJson> = {}): SessionJson => ({
  ...toJson(session("claude-a", { project: "shop", pane })),
  ...more,
});
const asks = (more: object = {}) => ({
  kind: "permission",
  tool: "Bash",
  text: "ls\n\u001b[2J",
  since: "",
  generation: "g",
  ...more,
});
const waiting = (more: object = {}): SessionJson =>
  row({ status: "waiting", attention: asks(more) as never });
const updated = (now: SessionJson, from: string, ...changed: string[]) =>
  ({ type: "updated", session: now, from: { status: from }, changed }) as never;

it.each<[string, Partial<FeedEventJson>]>([
  ["claude-a shop main:0.0 appeared, idle", { type: "created", session: row() }],
  ["claude-a shop main:0.0 was dismissed", { type: "removed", session: row(), dismissed: true }],
  [
    "claude-a shop main:0.0 is back, idle",
    { type: "created", session: row(), from: { status: "working" }, changed: ["status"] },
  ],
  ["claude-a shop main:0.0 ended, after 3m", { type: "removed", session: row(), turnMs: 180_000 }],
  ["claude-a shop main:0.0 idle → working", updated(row({ status: "working" }), "idle", "status")],
  [
    "claude-a shop main:0.0 working → permission (Bash: ls)",
    updated(waiting({ text: "ls" }), "working", "status", "attention"),
  ],
  [
    "claude-a shop main:0.0 working → waiting",
    updated(waiting({ kind: "other", tool: null, text: null }), "working", "status"),
  ],
  [
    "claude-a shop main:0.0 plan",
    updated(waiting({ kind: "plan", tool: null, text: null }), "waiting", "attention"),
  ],
  [
    "claude-a shop main:0.0 working → idle, failed: 529",
    updated(row({ lastError: { code: "api_error", text: "529" } }), "working", "status", "error"),
  ],
  ["api shop main:0.0 has this label now", updated(row({ label: "api" }), "idle", "label")],
  ["claude-a - - has no label now", updated(row({ project: null, pane: null }), "idle", "label")],
  [
    "health degraded: feed: full",
    { type: "health", health: { state: "degraded", reasons: ["feed: full"] } },
  ],
  [
    "nothing is known of the 12s before: no daemon ran",
    {
      type: "gap",
      gap: { from: "2026-11-30T11:00:00Z", to: "2026-11-30T11:00:12Z", because: "no daemon ran" },
    },
  ],
])("%s", (line, event) => {
  const at = new Date(NOW - 60_000).toISOString();
  expect(describeEvent({ seq: "e-1", at, type: "gap", ...event }, NOW)).toBe(`11:59:00 ${line}`);
});

it("says the day of what was not today, and obeys no agent's text", () => {
  const at = new Date("2026-11-29T12:00:00").toISOString();
  const event = { seq: "e-1", at, ...(updated(waiting(), "waiting", "attention") as object) };
  const line = describeEvent(event as FeedEventJson, NOW);
  expect(line).toMatch(/^2026-11-29 12:00:00 claude-a shop main:0\.0 permission \(Bash: ls.*\)$/);
  expect(line).not.toContain("\u001b");
});
