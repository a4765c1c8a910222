import { expect, it } from "vitest";
import { type CaseResult, isGood, section } from "./report.ts";

const result: CaseResult = {
  agent: "claude",
  hooks: "on",
  version: "2.1.332",
  date: "2026-11-30",
  machine: "Linux",
  rows: [
    { row: "Escape, shell", outcome: { problems: [], delaysMs: [-5, 20] } },
    { row: "resumed", outcome: { problems: ["expected a\n| b"], delaysMs: [], note: "late" } },
  ],
  latencies: [
    ...[10, 150, 30].map((ms) => ({ source: "hook" as const, ends: false, ms })),
    { source: "hook", ends: true, ms: 400 },
  ],
};

it("shows cases, and how soon what was told became an event", () => {
  const { title, text } = section(result);
  expect(title).toBe("claude, cases, hooks on");
  expect(text).toContain("claude 2.1.332, 2026-11-30, Linux: 1 of 2 right.");
  expect(text).toContain("| Escape, shell | -5, 20 | right |");
  expect(text).toContain("| resumed |  | **wrong**: expected a   b; late |");
  expect(text).toContain(
    "- hook → event: p50 30 ms, p95 150 ms, most 150 ms; 2 of 3 within 150 ms",
  );
  expect(text).toContain("where a dialog ends: p50 400 ms");
  expect(text).not.toContain("published");
  expect(isGood(result)).toBe(false);
});
