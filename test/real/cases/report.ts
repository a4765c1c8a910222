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
    ...(["hook", "published"] as const).flatMap((source) => toldLine(result.latencies, source)),
  ];
  return { title: `${agent}, cases, hooks ${hooks}`, text: lines.join("\n").trimEnd() };
}

function verdict({ problems, note }: Outcome): string {
  const judged = problems.length
    ? `**wrong**: ${problems[0]!.replaceAll(/[|\n]/g, " ").slice(0, 200)}`
    : "right";
  return note ? `${judged}; ${note}` : judged;
}

/** How soon what an agent told was an event. */
function toldLine(all: readonly Latency[], source: Latency["source"]): string[] {
  const own = all.filter((each) => each.source === source).map(({ ms }) => ms);
  if (!own.length) return [];
  const sorted = own.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  const late = sorted.filter((ms) => ms >= TOLD_WITHIN_MS).length;
  return [
    `- ${source} → event at a reader, ${sorted.length} changes: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; ${late} of them not within ${TOLD_WITHIN_MS} ms.`,
  ];
}

const TOLD_WITHIN_MS = 150;
