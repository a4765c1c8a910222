/**
 * Pi's screen, bottom-up: a footer, the composer between two lines, the transcript. There is no prompt
 * sign. A dialog, mostly an extension's, stands between the same lines.
 */
import type { Dialog } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { indentOf, isRule, paragraphStart, skipBlank, toText, widthOf } from "../_rows.ts";
import { lowestFrame, ruledDialog } from "../_ruled.ts";
import type { Composer, Layout } from "../_spec.ts";

/** Of selectors, of custom dialogs, of Pi's own menus. */
const CURSOR = "→>❯›";
const MAX_DRAFT = 60;
/** A list of tasks that an extension keeps above the composer. */
const TASK = /^ *[☐☑☒✓✔✗○◯●◉] /;

export function piLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, findComposer, findDialog);
}

function findDialog(rows: readonly string[]): Dialog | null {
  const frame = lowestFrame(rows);
  return frame && ruledDialog(rows, frame, CURSOR);
}

function findComposer(rows: readonly string[]): Composer | null {
  const frame = lowestFrame(rows);
  if (!frame || frame.top < 0 || frame.from === frame.to) return null;
  if (frame.to - frame.from > MAX_DRAFT || ruledDialog(rows, frame, CURSOR)) return null;
  return {
    top: frame.top,
    prompt: frame.from,
    end: frame.end,
    text: rows.slice(frame.from, frame.to).join("\n").trim(),
    said: { from: saidAbove(rows, frame.top), to: frame.top + 1 },
  };
}

/** First row of the nearest paragraph above the composer that is not a list of tasks. */
function saidAbove(rows: readonly string[], top: number): number {
  let start = top;
  for (let steps = 0; steps < 4; steps += 1) {
    const end = skipBlank(rows, start);
    if (end === 0) break;
    start = paragraphStart(rows, end);
    const line = rows.slice(start, end).findLastIndex(isRule);
    if (line >= 0) return start + line + 1;
    if (!rows.slice(start, end).every((row) => TASK.test(row))) break;
  }
  return start;
}

/** The failure that the turn ended with, right above the composer. */
export function failureAbove(rows: readonly string[], { top }: Composer): readonly string[] {
  const from = saidAbove(rows, top);
  const paragraph = rows.slice(from, skipBlank(rows, top));
  const end = paragraph.indexOf("");
  const said = paragraph.slice(0, end < 0 ? undefined : end);
  return /^ ?Error: (?!Compaction )/.test(said[0] ?? "")
    ? said.filter((row) => !/^ If this looks like a pi bug\b/.test(row))
    : [];
}

/** All of the heading, without what is being answered and the seconds left to do it. */
export function questionOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const input = heading.rows.findIndex((row) => /^>(?: |$)/.test(row));
  const words = heading.rows.slice(0, input < 0 ? undefined : input);
  return withoutCountdown(toText(words, widthOf(rows.slice(top))));
}

/** What is to be allowed, set off below the question; else all of the heading. */
export function askedOf(dialog: Dialog, rows: readonly string[]): string | null {
  const words = dialog.heading.rows;
  const base = indentOf(words.find(Boolean) ?? "");
  const from = words.findIndex((row) => row !== "" && indentOf(row) > base);
  if (from < 0) return questionOf(dialog, rows);
  const end = skipBlank(words, words.length);
  const last = paragraphStart(words, end);
  const asksAgain = last > from && words[end - 1]?.endsWith("?");
  const quoted = words.slice(from, asksAgain ? last : end);
  return withoutCountdown(toText(quoted, widthOf(rows.slice(dialog.top))));
}

function withoutCountdown(text: string | null): string | null {
  return text?.replace(/ \(\d+s\)$/m, "") ?? null;
}
