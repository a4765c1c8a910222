import type { Latency } from "./told.ts";
import type { Outcome } from "./types.ts";

/** One agent in one mode: a section of the page. */
export interface CaseResult {
  agent: string;
  hooks: "on" | "off";
  version: string;
  date: string;
  machine: string;
  rows: { row: string; outcome: Outcome }[];
  latencies: Latency[];
}

export const isGood = ({ rows }: CaseResult) =>
  rows.every(({ outcome }) => outcome.problems.length === 0);

/** Title and text of the page's section. */
export function section(result: CaseResult): { title: string; text: string } {
  const { agent, hooks, version, date, machine, rows } = result;
  const right = rows.filter(({ outcome }) => outcome.problems.length === 0).length;
  const lines = [
    `${agent} ${version}, ${date}, ${machine}: ${right} of ${rows.length} right.`,
    "",
    "| case | delays | verdict |",
    "| --- | --- | --- |",
    ...rows.map(
      ({ row, outcome }) => `| ${row} | ${outcome.delaysMs.join(", ")} | ${verdict(outcome)} |`,
    ),
    "",
    ...KINDS.flatMap(({ name, isOf }) => toldLine(name, result.latencies.filter(isOf))),
  ];
  return { title: `${agent}, cases, hooks ${hooks}`, text: lines.join("\n").trimEnd() };
}

function verdict({ problems, note }: Outcome): string {
  const judged = problems.length
    ? `**wrong**: ${problems[0]!.replaceAll(/[|\n]/g, " ").slice(0, 200)}`
    : "right";
  return note ? `${judged}; ${note}` : judged;
}

const KINDS: { name: string; isOf: (latency: Latency) => boolean }[] = [
  { name: "published → event", isOf: ({ source }) => source === "published" },
  { name: "hook → event", isOf: ({ source, ends }) => source === "hook" && !ends },
  { name: "hook → event, where a dialog ends", isOf: ({ ends }) => ends },
];
const TOLD_WITHIN_MS = 150;

/** How soon what an agent told was an event. */
function toldLine(name: string, own: readonly Latency[]): string[] {
  if (!own.length) return [];
  const sorted = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  const within = sorted.filter((ms) => ms < TOLD_WITHIN_MS).length;
  return [
    `- ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; ${within} of ${sorted.length} within ${TOLD_WITHIN_MS} ms`,
  ];
}
