import { findOptions } from "./_dialog.ts";
import type { Composer } from "./_spec.ts";
import { indentOf, isKeyHint, isRule, unbox } from "./_rows.ts";

/** A composer has no more rows than this below it: hints, a list of commands or of agents. */
const MAX_FOOTER = 24;
const MAX_DRAFT = 60;
/** Any other sign is a mode that somebody has begun, as `!` for a shell: part of what is written. */
const AT_REST = /^[❯>](?: |$)/;

/**
 * A composer between two rules, or in a box: the lowest rule of the screen is its lower one, its
 * prompt stands right below the upper one. Anything may stand below (people add a row of their own),
 * but a dialog's keys at the left edge and a list to choose from with `cursor`: then the lowest rule
 * is a dialog's.
 */
export function ruledComposer(
  rows: readonly string[],
  prompt: RegExp,
  cursor: string,
): Composer | null {
  const lower = lastRule(rows, rows.length, MAX_FOOTER);
  if (lower < 0) return null;
  const below = rows.slice(lower + 1);
  if (below.some((row) => indentOf(row) === 0 && isKeyHint([row]))) return null;
  const upper = lastRule(rows, lower, MAX_DRAFT);
  const first = unbox(rows[upper + 1] ?? "").trimStart();
  if (upper < 0 || upper + 1 === lower || !prompt.test(first)) return null;
  if (!isPair(rows[upper] ?? "", rows[lower] ?? "")) return null;
  if (findOptions(rows, lower + 1, rows.length, cursor).length > 0) return null;
  const draft = rows.slice(upper + 2, lower).map((row) => unbox(row).replace(/^ {1,2}/, ""));
  const text = [first.replace(AT_REST, ""), ...draft].join("\n").trimEnd();
  return { top: upper, prompt: upper + 1, end: lower + 1, text };
}

/** Both open lines of one width (a label in one may be wider than its characters), or a box's two. */
function isPair(upper: string, lower: string): boolean {
  if (Math.abs(upper.length - lower.length) > 4) return false;
  return /^[╭┌]/.test(upper)
    ? /^[╰└]/.test(lower)
    : ![upper, lower].some((row) => /^[╭╰┌└├]/.test(row));
}

/** The lowest rule at the left edge in the `within` rows before `end`; -1 when there is none. */
function lastRule(rows: readonly string[], end: number, within: number): number {
  for (let row = end - 1; row >= Math.max(0, end - within); row -= 1) {
    const text = rows[row] ?? "";
    if (indentOf(text) === 0 && isRule(text)) return row;
  }
  return -1;
}
