import { BOUND_MS, type Blow } from "./blow.ts";
import type { Outcome } from "./strike.ts";

/** A row for each kind of blow that was dealt, in Markdown. */
export function table(blows: readonly Blow[], outcomes: readonly Outcome[]): string {
  const rows = blows.flatMap((blow) => {
    const own = outcomes.filter(({ name }) => name === blow.name);
    if (own.length === 0) return [];
    const times = own.flatMap(({ rightAfterMs }) => rightAfterMs ?? []);
    const held = own.filter(({ broken }) => broken.length === 0).length;
    const bound = `${(blow.within?.ms ?? BOUND_MS) / 1000} s`;
    const cells = [
      `${blow.name}: ${blow.does}`,
      `${blow.expects}; right within ${bound}${blow.within ? ` (${blow.within.because})` : ""}`,
      held === own.length ? `held ${held} of ${own.length}` : `**held ${held} of ${own.length}**`,
      times.length ? `${seconds(median(times))} (most ${seconds(Math.max(...times))})` : "never",
    ];
    return [`| ${cells.join(" | ")} |`];
  });
  const head = ["| done | expected | happened | time until right |", "| --- | --- | --- | --- |"];
  return [...head, ...rows].join("\n");
}

export function totals(outcomes: readonly Outcome[]): string {
  const held = outcomes.filter(({ broken }) => broken.length === 0).length;
  const numbers = (of: (outcome: Outcome) => number | null | undefined): number =>
    Math.max(0, ...outcomes.flatMap((outcome) => of(outcome) ?? []));
  return [
    `${outcomes.length} blows, ${held} withstood, ${outcomes.length - held} not`,
    `slowest until right: ${seconds(numbers(({ rightAfterMs }) => rightAfterMs))}`,
    `slowest list: ${numbers(({ listMs }) => listMs)} ms`,
    `most memory: ${numbers(({ costs }) => costs?.rssMb)} MB; most descriptors: ${numbers(({ costs }) => costs?.descriptors)}`,
  ].join("\n");
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
