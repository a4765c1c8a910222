import type { Composer } from "./_spec.ts";
import { indentOf, isRule, unbox } from "./_rows.ts";

/** A composer has no more rows than this below it: hints, a list of commands or of agents. */
const MAX_FOOTER = 24;
const MAX_DRAFT = 60;

/**
 * A composer between two rules, or in a box: the lowest rule of the screen is its lower one, its
 * prompt stands right below the upper one, and all below is indented (a shell's prompt is not).
 */
export function ruledComposer(rows: readonly string[], prompt: RegExp): Composer | null {
  const lower = lastRule(rows, rows.length, MAX_FOOTER);
  if (lower < 0) return null;
  if (rows.slice(lower + 1).some((row) => indentOf(row) === 0)) return null;
  const upper = lastRule(rows, lower, MAX_DRAFT);
  const first = unbox(rows[upper + 1] ?? "").trimStart();
  if (upper < 0 || upper + 1 === lower || !prompt.test(first)) return null;
  const draft = rows.slice(upper + 2, lower).map((row) => unbox(row).replace(/^ {1,2}/, ""));
  const text = [first.replace(prompt, ""), ...draft].join("\n").trimEnd();
  return { top: upper, prompt: upper + 1, end: lower + 1, text };
}

/** The lowest rule at the left edge in the `within` rows before `end`; -1 when there is none. */
export function lastRule(rows: readonly string[], end: number, within: number): number {
  for (let row = end - 1; row >= Math.max(0, end - within); row -= 1) {
    const text = rows[row] ?? "";
    if (indentOf(text) === 0 && isRule(text)) return row;
  }
  return -1;
}
