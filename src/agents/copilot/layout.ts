/**
 * Copilot CLI's screen, bottom-up: a footer that says what it does, the composer between two rules,
 * the row of the directory. What it asks is a box, or stands between two rules, in their place.
 */
import { lastBox, listIn, openBox } from "../_box.ts";
import { ruledComposer } from "../_composer.ts";
import { toDialog, type Dialog } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import {
  indentOf,
  isKeyHint,
  isRule,
  paragraphStart,
  skipBlank,
  toText,
  unbox,
  widthOf,
} from "../_rows.ts";
import type { Composer, Layout } from "../_spec.ts";

const CURSOR = "❯";
const PROMPT = /^[❯>!](?: |$)/;
/** A tip or two may stand below a dialog. */
const MAX_BELOW = 3;

/** Its scroll bar stands in the last column. */
export function withoutScrollBar(rows: readonly string[]): readonly string[] {
  return rows.map((row) => (row.endsWith("┃") ? row.slice(0, -1).trimEnd() : row));
}

export function copilotLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, findComposer, findDialog);
}

function findComposer(rows: readonly string[]): Composer | null {
  const composer = ruledComposer(rows, PROMPT, CURSOR);
  if (!composer || isField(composer, rows)) return null;
  const isPlace = /^ [~/]/.test(rows[composer.top - 1] ?? "");
  const top = isPlace ? composer.top - 1 : composer.top;
  // Its shell: what would be typed there would run, so that even empty it is no place for a text.
  const isShell = (rows[composer.prompt] ?? "").startsWith("!");
  return { ...composer, top, text: isShell ? `! ${composer.text}` : composer.text };
}

/** A form's field for an own answer is drawn like a composer, right below the form and with no footer. */
function isField({ top, end }: Composer, rows: readonly string[]): boolean {
  return end === rows.length && isDivider(rows[top - 1] ?? "");
}

function withoutField(rows: readonly string[]): readonly string[] {
  const field = ruledComposer(rows, PROMPT, CURSOR);
  return field && isField(field, rows) ? rows.slice(0, field.top) : rows;
}

function findDialog(drawn: readonly string[]): Dialog | null {
  const rows = withoutField(drawn);
  const box = lastBox(rows, /^\S/);
  if (box && rows.length - box.to - 1 <= MAX_BELOW) {
    return readDialog(openBox(rows, box), box.top, box.from, box.to);
  }
  const lowest = rows.findLastIndex(isDivider);
  if (lowest < 0) return null;
  const upper = rows.findLastIndex((row, at) => at < lowest && isDivider(row));
  const isClosed = rows.length - lowest - 1 <= MAX_BELOW;
  const [top, to] = isClosed ? [upper, lowest] : [lowest, rows.length];
  // What the shell or another program wrote stands at the left edge.
  const isForm = rows.slice(top + 1, to).every((row) => indentOf(row) > 0);
  return isForm ? readDialog(rows, Math.max(0, top), top + 1, to) : null;
}

/** A rule across the pane; those inside a dialog are indented. */
function isDivider(row: string): boolean {
  return indentOf(row) === 0 && isRule(row) && !/^[╭╰┌└├]/.test(row);
}

function readDialog(rows: readonly string[], top: number, from: number, to: number): Dialog | null {
  const options = listIn(rows, from, to, CURSOR).map((option) => ({
    ...option,
    // So it says while the highlight is there, and else without that word.
    label: option.label.replace(/^(Other \(type your answer) below\)$/, "$1)"),
  }));
  const end = skipBlank(rows, to);
  const rule = rows.findLastIndex((row, at) => at < end && isRule(row));
  const keys = Math.max(from, paragraphStart(rows, end), rule + 1);
  if (options.length === 0 && !isKeyHint(rows.slice(keys, to))) return null;
  return toDialog(rows, top, from, options, options.at(-1)?.end ?? keys);
}

/** What a frame of its own quotes: the command, the path or the address. Else all but the title. */
export function quotedOf(dialog: Dialog, rows: readonly string[]): string | null {
  const words = dialog.heading.rows;
  const open = words.findIndex((row) => /^ *╭─/.test(row));
  const close = words.findIndex((row, at) => at > open && /^ *╰─/.test(row));
  if (open < 0 || close <= open) return restOf(dialog, rows);
  return toText(words.slice(open + 1, close).map(unbox), widthOf(rows.slice(dialog.top)) - 4);
}

/** All but the title. */
export function restOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const words = heading.rows.slice(heading.rows.findIndex(Boolean) + 1);
  return toText(
    words.filter((row) => !isRule(row)),
    widthOf(rows.slice(top)) - 1,
  );
}

/** The question's own words, up to its fields. */
export function questionOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const [, ...words] = firstParagraph(heading.rows);
  return toText(words, widthOf(rows.slice(top)) + 1);
}

export function titleOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  return toText(firstParagraph(heading.rows), widthOf(rows.slice(top)) + 1);
}

function firstParagraph(rows: readonly string[]): readonly string[] {
  const words = rows.filter((row) => !isRule(row));
  const first = Math.max(0, words.findIndex(Boolean));
  const end = words.indexOf("", first);
  return words.slice(first, end < 0 ? undefined : end);
}
