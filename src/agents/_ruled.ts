/**
 * What stands between the two lowest lines across the pane, where Pi and its kin draw both their
 * composer and, in its place, their dialogs.
 */
import type { Dialog } from "./_dialog.ts";
import { findLooseList } from "./_list.ts";
import { indentOf, isRule, paragraphStart, skipBlank } from "./_rows.ts";

/** Most rows below the lower line: a list of commands, what extensions add, the footer. */
const MAX_BELOW = 30;
/** Most paragraphs that may stand below a dialog's keys, inside its frame. */
const MAX_REMARKS = 2;

export interface Frame {
  /** The upper line; -1 when it is above the screen's edge. */
  top: number;
  /** What stands inside: `from..to`. */
  from: number;
  to: number;
  /** First row below the lower line. */
  end: number;
}

/** A line across the pane; a label may interrupt it. */
export function isLine(row: string): boolean {
  return /^[─━]/.test(row) && isRule(row);
}

/** A line of that width, which most of may be a label, wider than its characters. */
function isUpper(row: string, width: number): boolean {
  return Math.abs(row.length - width) <= 4 && (isLine(row) || /^[─━]{2,3} \S.*[─━]$/.test(row));
}

export function lowestFrame(rows: readonly string[]): Frame | null {
  const last = rows.findLastIndex(isLine);
  if (last < 0 || rows.length - last > MAX_BELOW) return null;
  let to = last;
  // A pane that was made narrower wraps it.
  while (isLine(rows[to - 1] ?? "")) to -= 1;
  // Lines of another width are drawn by what is inside.
  const width = rows[to]?.length ?? 0;
  const top = rows.findLastIndex((row, at) => at < to && isUpper(row, width));
  let from = top + 1;
  while (top >= 0 && from < to && isLine(rows[from] ?? "")) from += 1;
  return { top, from, to, end: last + 1 };
}

/**
 * The dialog inside a frame; null when a composer is. A dialog is set off from its frame and names
 * its keys; what people write begins at the left edge. `cursor`: what marks an option.
 */
export function ruledDialog(rows: readonly string[], frame: Frame, cursor: string): Dialog | null {
  const { from, to } = frame;
  const keys = findKeys(rows, from, to);
  const first = rows[from] ?? "";
  if (keys) {
    const setOff = frame.top < 0 || indentOf(first) > 0 || /^>(?: |$)/.test(first);
    if (keys.row === from || !setOff) return null;
  } else if (to - from < 3 || first || rows[to - 1] || !hasCursor(rows, from, to, cursor)) {
    return null;
  }
  const below = keys?.row ?? to;
  const options = findLooseList(rows, from, below, cursor);
  const hint = { row: below, rows: rows.slice(below, keys?.end ?? below) };
  const { top, words, end } = wordsOf(rows, frame, options[0]?.row ?? below);
  return { top, heading: { row: words, rows: rows.slice(words, end) }, options, hint };
}

/** Where keys are named, inside `from..to`: rows `row..end`. */
export function findKeys(
  rows: readonly string[],
  from: number,
  to: number,
): { row: number; end: number } | null {
  let end = to;
  for (let remarks = 0; remarks <= MAX_REMARKS; remarks += 1) {
    end = skipBlank(rows, end);
    const start = Math.max(from, paragraphStart(rows, end));
    for (let row = start; row < end; row += 1) {
      if (isKeyList(rows.slice(row, end))) return { row, end };
    }
    end = start;
    if (end <= from) break;
  }
  return null;
}

const KEY =
  /^(?:press )?(?:enter|return|esc|escape|tab|space|type|up\/down|(?:ctrl|alt|shift|cmd)\+|[↑↓←→⏎⇆◂▸])\S*(?: or \S+)?(?: to)? \S/i;

/** Indented rows that name at least two keys (or one, and nothing else). */
export function isKeyList(rows: readonly string[]): boolean {
  if (indentOf(rows[0] ?? "") === 0) return false;
  const text = rows.map((row) => row.trim()).join("  ");
  const parts = text.replace(/^[([]|[)\]]$/g, "").split(/ [·•|] | {2,}/);
  const keys = parts.filter((part) => KEY.test(part)).length;
  return keys >= 2 || (keys === 1 && parts.length === 1);
}

function hasCursor(rows: readonly string[], from: number, to: number, cursor: string): boolean {
  const marked = new RegExp(`^ {0,3}[${cursor}] +\\S`);
  return rows.slice(from, to).some((row) => marked.test(row));
}

/** What is asked. A text to be edited stands in a frame of its own between it and the keys. */
function wordsOf(
  rows: readonly string[],
  { top, from }: Frame,
  end: number,
): { top: number; words: number; end: number } {
  if (skipBlank(rows, end) > from || top < 0) return { top: Math.max(0, top), words: from, end };
  const inner = rows.findLastIndex((row, index) => index < top && isLine(row));
  const outer = rows.findLastIndex((row, index) => index < inner && isLine(row));
  return outer < 0 || rows[outer + 1]
    ? { top, words: from, end }
    : { top: outer, words: outer + 1, end: inner };
}
