/**
 * Claude Code's screen, bottom-up: a footer, the composer between two rules, the transcript. A dialog
 * begins at a rule too and ends with the screen; its options may go on below one more rule.
 */
import { ruledComposer } from "../_composer.ts";
import { findNumbered, findOptions, toDialog, type Dialog, type Option } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import {
  indentOf,
  isDashed,
  isKeyHint,
  isRule,
  paragraphStart,
  skipBlank,
  toText,
  unbox,
  widthOf,
} from "../_rows.ts";
import type { Layout } from "../_spec.ts";

const CURSOR = "❯";
const PROMPT = /^[❯>!#&](?: |$)/;
const TRANSCRIPT = /^(?:[●⏺✻] | {2}⎿)/;

export function claudeLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, (all) => ruledComposer(all, PROMPT, CURSOR), findDialog);
}

function findDialog(screen: readonly string[]): Dialog | null {
  const { rows, top } = findFrame(screen);
  const end = rows.length;
  const found = findOptions(rows, top + 1, end, CURSOR);
  const options = found.length > 0 ? found : findAsked(rows, top + 1);
  const below = options.at(-1)?.end ?? paragraphStart(rows, end);
  if (options.length === 0 && (top < 0 || !isKeyHint(rows.slice(below)))) return null;
  if (!endsHere(rows, below)) return null;
  const first = options[0]?.row ?? below;
  const words = rows.findLastIndex((row, index) => index < first && TRANSCRIPT.test(row)) + 1;
  const from = Math.max(top + 1, words);
  return toDialog(rows, top < 0 ? from : top, from, options, below);
}

/** Numbered answers right below a question, for a cursor drawn with colour alone. */
function findAsked(rows: readonly string[], from: number): readonly Option[] {
  const options = findNumbered(rows, from, rows.length);
  const end = skipBlank(rows, options[0]?.row ?? 0);
  const asked = rows
    .slice(Math.max(from, paragraphStart(rows, end)), end)
    .map(unbox)
    .join(" ");
  return /\b(?:Do|Would) +you\b.*\?$|\bClaude +wants +to\b/.test(asked) ? options : [];
}

/** Where the dialog begins (-1: it has no frame), and the rows without the rule inside its options. */
function findFrame(screen: readonly string[]): { rows: readonly string[]; top: number } {
  // One with nothing below it parts nothing: a named session's composer leaves it under a dialog.
  const last = screen.findLastIndex((row) => row !== "" && !isDivider(row));
  const lowest = screen.findLastIndex((row, index) => index < last && isDivider(row));
  if (/^[╰└]/.test(screen[lowest] ?? "")) {
    const top = screen.findLastIndex((row, index) => index < lowest && /^[╭┌]/.test(row));
    return { rows: screen, top };
  }
  if (!isTailOfList(screen, lowest)) return { rows: screen, top: lowest };
  const rows = screen.with(lowest, " ".repeat(16) + "─");
  return { rows, top: rows.findLastIndex(isDivider) };
}

/** A question's last option stands alone below a rule, which is drawn right under the others. */
function isTailOfList(rows: readonly string[], rule: number): boolean {
  const under = rows[rule - 1] ?? "";
  const keys = Math.max(rule + 1, paragraphStart(rows, rows.length));
  const between = rows.slice(rule + 1, keys).filter(Boolean).length;
  return (
    under !== "" &&
    indentOf(under.replace(CURSOR, " ")) >= 2 &&
    Boolean(rows[rule + 1]) &&
    !rows[rule + 2] &&
    between <= 3 &&
    (keys === rule + 1 || isKeyHint(rows.slice(keys))) &&
    findOptions(rows, rule + 1, rows.length, CURSOR).length === 0
  );
}

/** A rule that parts a dialog; the small boxes inside one are indented. */
function isDivider(row: string): boolean {
  return isRule(row) && (indentOf(row) === 0 || !/[╭╰┌└]/.test(row));
}

/** No transcript below: remarks are indented, and only keys may stand at the left edge. */
function endsHere(rows: readonly string[], below: number): boolean {
  return rows
    .slice(below)
    .every(
      (row, index) =>
        !TRANSCRIPT.test(row) &&
        (indentOf(row) > 0 ||
          isRule(row) ||
          isKeyHint(rows.slice(paragraphStart(rows, below + index)))),
    );
}

/** What is to be allowed: the quoted command, or the path above a quoted change. */
export function askedOf({ top, heading }: Dialog, screen: readonly string[]): string | null {
  const rows = heading.rows.map(unbox).filter((row) => !isRule(row));
  const dashed = rows.flatMap((row, index) => (isDashed(row) ? [index] : []));
  const header = rows.findIndex(Boolean);
  const [open, close = dashed.length > 0 ? rows.length : -1] = dashed;
  if (open === undefined) {
    // 2.1.197 quotes without lines: the command, then what the model says of it.
    const from = rows.findIndex((row, index) => index > header && row !== "");
    const to = rows.findIndex((row, index) => index > from && row === "");
    if (from < 0 || to < 0) return null;
    return dedent(rows.slice(from, Math.max(from + 1, to - 1)));
  }
  const quotesChange = /^ *(?:Edit|Create|Overwrite|Write)\b/.test(rows[header] ?? "");
  return quotesChange
    ? toText(rows.slice(open - 1, open), widthOf(screen.slice(top)))
    : dedent(rows.slice(open + 1, close));
}

/** The question's own words: without the row of its tabs. */
export function questionOf({ top, heading }: Dialog, screen: readonly string[]): string | null {
  const rows = heading.rows.map(unbox).filter((row) => !isRule(row));
  const words = rows.filter((row) => !/^ *(?:← +)?[☐☒☑✔□◻◼]/.test(row));
  return toText(words, widthOf(screen.slice(top)));
}

/** The plan itself, quoted between dashed lines above the question. */
export function planOf(dialog: Dialog, rows: readonly string[]): string | null {
  const close = rows.findLastIndex((row, at) => at < dialog.heading.row + 1 && isDashed(row));
  const between = rows.slice(close + 1, dialog.heading.row).filter((row) => row && !isRule(row));
  if (close < 0 || between.length > 0) return null;
  const open = rows.findLastIndex((row, at) => at < close && (isDashed(row) || isRule(row)));
  return dedent(rows.slice(open + 1, close));
}

function dedent(rows: readonly string[]): string | null {
  const margin = Math.min(...rows.map(indentOf));
  const text = rows.map((row) => row.slice(margin)).join("\n");
  return text.replace(/^\n+|\n+$/g, "").slice(0, 2000) || null;
}
