/**
 * omp's screen, bottom-up: the composer, hung on its status line by a `╰─`, and the transcript. People
 * give the composer other shapes; then the status line is a bar below it. A dialog is a box with its
 * title in the frame, or, before 18, stands between two lines as Pi's do.
 */
import { toDialog, type Dialog } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { bareRow, findLooseList } from "../_list.ts";
import { indentOf, isRule, paragraphStart, skipBlank, toText, unbox, widthOf } from "../_rows.ts";
import { findKeys, isKeyList, isLine, lowestFrame, ruledDialog } from "../_ruled.ts";
import type { Composer, Layout } from "../_spec.ts";

const CURSOR = "❯>";
const MAX_DRAFT = 60;
/** Rows that people's hooks may add below a dialog. */
const MAX_BELOW = 4;
/** Its own mark, or a spinner and the turn's seconds; then what the user wants to see there. */
const BAR = /^ (?:π|\S (?:\d+[hms] ?){1,3}) [·>|] /;

export function ompLayout(rows: readonly string[]): Layout {
  // A draft may end as a shell's prompt does.
  const composer = isHung(rows) ? hungComposer(rows) : null;
  if (composer) return { composer, dialog: null, gone: false, refused: [] };
  return layoutOf(rows, (all) => hungComposer(all) ?? barComposer(all), findDialog);
}

/** The lowest `╰─` is a prompt sign, not the end of a box; below it are a draft and suggestions. */
function hungComposer(rows: readonly string[]): Composer | null {
  const prompt = rows.findLastIndex((row) => row.startsWith("╰─"));
  const row = rows[prompt] ?? "";
  if (!/^╰─(?: |$)/.test(row) || rows.slice(prompt + 1).some(isLine)) return null;
  // In a box, the sign is on the last row of what is written.
  let top = prompt - 1;
  while (top > 0 && /^[│┃]/.test(rows[top] ?? "")) top -= 1;
  const boxed = /^[╭┌]/.test(rows[top] ?? "");
  if (!boxed) top = prompt - 1;
  const end = boxed ? prompt + 1 : draftEnd(rows, prompt);
  const above = boxed ? rows.slice(top + 1, prompt).map(unbox) : [];
  const written = [...above, row.slice(2).replace(/ *─?╯$/, ""), ...rows.slice(prompt + 1, end)];
  const text = written.map((line) => line.trim()).join("\n");
  return toComposer(rows, Math.max(0, top), boxed ? top + 1 : prompt, end, text.trim());
}

/** The last row hangs on omp's own status line, which no shell draws. */
function isHung(rows: readonly string[]): boolean {
  return (
    /^╰─(?: |$)/.test(rows.at(-1) ?? "") &&
    /^(?:[╭┌]─{1,3})? ?(?:π|\S (?:\d+[hms] ?){1,3}) [·>|/]/.test(rows.at(-2) ?? "")
  );
}

/** A draft's other rows stand in its own column. */
function draftEnd(rows: readonly string[], prompt: number): number {
  const empty = /^╰─ *$/.test(rows[prompt] ?? "");
  let end = prompt + 1;
  while (end < rows.length && end - prompt < MAX_DRAFT) {
    if (indentOf(rows[end] ?? "") < 3 || (empty && !rows[end])) break;
    end += 1;
  }
  return Math.max(prompt + 1, skipBlank(rows, end));
}

function barComposer(rows: readonly string[]): Composer | null {
  const bar = rows.findLastIndex((row) => BAR.test(row));
  if (bar < 0 || rows.slice(bar + 1).filter(Boolean).length > MAX_BELOW) return null;
  const end = skipBlank(rows, bar);
  const last = rows[end - 1] ?? "";
  if (isLine(last)) {
    const frame = lowestFrame(rows.slice(0, end));
    if (!frame || frame.top < 0 || ruledDialog(rows, frame, CURSOR)) return null;
    return written(rows, frame.top, frame.from, frame.to, end);
  }
  let from = end - 1;
  if (/^[▐▎]/.test(last)) {
    while (/^[▐▎]/.test(rows[from - 1] ?? "")) from -= 1;
  } else {
    while (from > end - MAX_DRAFT && indentOf(rows[from] ?? "") >= 2) from -= 1;
    if (!/^❯(?: |$)/.test(rows[from] ?? "")) return null;
  }
  return written(rows, isLine(rows[from - 1] ?? "") ? from - 1 : from, from, end, end);
}

function written(
  rows: readonly string[],
  top: number,
  from: number,
  to: number,
  end: number,
): Composer {
  const text = rows.slice(from, to).map((row) => row.replace(/^[▐▎❯]|▌$/g, "").trim());
  return toComposer(rows, top, from, end, text.join("\n").trim());
}

/** What omp says of its turn stands right above, or with one blank row between. */
function toComposer(
  rows: readonly string[],
  top: number,
  prompt: number,
  end: number,
  text: string,
): Composer {
  const above = skipBlank(rows, top);
  const from = above > 0 && top - above <= 1 ? above - 1 : top;
  return { top, prompt, end, text, said: { from, to: Math.min(top + 1, prompt) } };
}

function findDialog(rows: readonly string[]): Dialog | null {
  return boxedDialog(rows) ?? plainDialog(rows) ?? pageDialog(rows);
}

/** A box with a title in its frame, or with keys named in it; all others are the transcript's. */
function boxedDialog(rows: readonly string[]): Dialog | null {
  const bottom = rows.findLastIndex((row) => /^[╰└]─{2}/.test(row));
  if (bottom < 0 || rows.slice(bottom + 1).filter(Boolean).length > MAX_BELOW) return null;
  const top = rows.findLastIndex((row, index) => index < bottom && /^[╭┌]/.test(row));
  const bare = rows.map(bareRow);
  const keys = findKeys(bare, top + 1, bottom);
  if (!keys && !/^[╭┌]─ \S/.test(rows[top] ?? "")) return null;
  const below = keys?.row ?? bottom;
  const options = findLooseList(rows, top + 1, below, CURSOR);
  const hint = { row: below, rows: rows.slice(below, keys?.end ?? below) };
  const from = Math.max(0, top);
  const heading = { row: from, rows: rows.slice(from, options[0]?.row ?? below) };
  return { top: from, heading, options, hint };
}

function plainDialog(rows: readonly string[]): Dialog | null {
  const frame = lowestFrame(rows);
  if (!frame || rows.slice(frame.end).filter(Boolean).length > MAX_BELOW) return null;
  return ruledDialog(rows, frame, CURSOR);
}

/** A page of its own, with its keys in the last row. */
function pageDialog(rows: readonly string[]): Dialog | null {
  const end = skipBlank(rows, rows.findLastIndex((row) => row !== "" && !isRule(row)) + 1);
  const keys = paragraphStart(rows, end);
  if (!isKeyList(rows.slice(keys, end))) return null;
  const above = skipBlank(rows, keys);
  const top = paragraphStart(rows, above);
  return toDialog(rows, top, top, findLooseList(rows, top, above, CURSOR), keys);
}

/** What is asked, without the frame, its title, and what the command is called. */
export function askedOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const title = heading.rows.findIndex((row) => /^[╭┌]|^ *Allow tool:/.test(row));
  const words = heading.rows.slice(title + 1).filter((row) => !isRule(row));
  const text = toText(words.map(bareRow), widthOf(rows.slice(top)) - 2);
  return text?.replace(/^Command: /, "") ?? titleOf(heading.rows[0] ?? "");
}

/** The plan, in the box's first part. */
export function planOf({ heading }: Dialog): string | null {
  const divider = heading.rows.findLastIndex((row) => row.startsWith("├"));
  const words = heading.rows.slice(0, Math.max(0, divider)).filter((row) => !/^[╭┌]/.test(row));
  const text = words.map((row) => bareRow(row).trim()).join("\n");
  return (
    text
      .replace(/\n{3,}/g, "\n\n")
      .trim()
      .slice(0, 2000) || null
  );
}

/** The question, which may begin in the frame. */
export function questionOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const title = titleOf(heading.rows[0] ?? "");
  const words = heading.rows.filter((row) => !isRule(row) && !/^[╭┌]/.test(row)).map(bareRow);
  const input = words.findIndex((row) => /^ *>(?: |$)/.test(row));
  const asked = toText(words.slice(0, input < 0 ? undefined : input), widthOf(rows.slice(top)) - 2);
  const full = title && title !== "Ask" ? [title, asked].filter(Boolean).join(" ") : asked;
  return (
    full?.replace(/ \(\d+s\)$/m, "").replace(/^(?:Custom answer|Note for [^:]*): /, "") ?? null
  );
}

function titleOf(row: string): string | null {
  const title = /^[╭┌]─+ (.*?)(?: \(\d+s\))?(?: ?─*[╮┐]?)$/.exec(row)?.[1];
  return title?.trim() || null;
}

/** The failure that the turn ended with, kept between two lines until the next prompt. */
export function bannerAbove(rows: readonly string[], { top }: Composer): readonly string[] {
  let end = top;
  // The session's title.
  if (/^ {8,}\S/.test(rows[end - 1] ?? "")) end -= 1;
  if (!rows[end - 1]) end -= 1;
  if (!isLine(rows[end - 1] ?? "")) return [];
  const from = rows.findLastIndex((row, index) => index < end - 1 && isLine(row)) + 1;
  const banner = rows.slice(from, end - 1).filter((row) => !/^ Dismissed when\b/.test(row));
  return /^ [✘✗✖] /.test(banner[0] ?? "") ? banner.map((row) => row.replace(/^ [✘✗✖] /, "")) : [];
}
