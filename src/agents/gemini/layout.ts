/**
 * Gemini CLI's screen, bottom-up: a footer, the composer between two lines of half blocks, a row of
 * modes, a rule, and one row where it says what it does. A dialog is a box that took all their place.
 */
import { lastBox, listIn, openBox } from "../_box.ts";
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

const CURSOR = "●";
const PROMPT = /^ ?[>!*](?: |$)/;
/** What is in a shell's composer would be run: its sign counts as written, so that it is never empty. */
const SIGN = /^ ?[>*](?: |$)/;
/** First rows of what stands in the history; a footer has none of these. */
const TRANSCRIPT = /^(?:[✦ℹ✕⚠╭│╰▄]| [>!*] )/;
/** Above its options a dialog asks this, in whatever other words it began. */
const ASKED = /^ *(?:Apply this change|Allow execution of|Do you want to proceed|Do you trust)\b/;
/** Suggestions for a command, and the footer. */
const MAX_FOOTER = 20;
/** Rows of modes between the rule and the composer. */
const MAX_MODES = 5;

export function geminiLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, findComposer, findDialog);
}

function findComposer(rows: readonly string[]): Composer | null {
  return shadedComposer(rows) ?? bareComposer(rows);
}

function shadedComposer(rows: readonly string[]): Composer | null {
  for (let lower = rows.length - 1; lower >= Math.max(0, rows.length - MAX_FOOTER); lower -= 1) {
    const row = rows[lower] ?? "";
    if (/^▀{8}/.test(row)) {
      const upper = rows.findLastIndex((text, at) => at < lower && /^[▄▀]{8}/.test(text));
      const first = rows[upper + 1] ?? "";
      if (rows[upper]?.startsWith("▄") && PROMPT.test(first)) {
        const draft = rows.slice(upper + 2, lower).map((text) => text.slice(3));
        return toComposer(rows, upper, lower, [first.replace(SIGN, ""), ...draft]);
      }
    } else if (/^[╰└]/.test(row)) return boxComposer(rows);
    else if (TRANSCRIPT.test(row)) return null;
  }
  return null;
}

/** Without a background colour it is drawn in a frame; older versions know no other. */
function boxComposer(rows: readonly string[]): Composer | null {
  const box = lastBox(rows, TRANSCRIPT);
  if (!box || box.from === box.top) return null;
  const [first = "", ...draft] = openBox(rows, box).slice(box.from, box.to);
  if (!PROMPT.test(first)) return null;
  return toComposer(rows, box.top, box.to, [first.replace(SIGN, ""), ...draft]);
}

/** With 256 colours the lines of half blocks are blank: only the rule above tells it from the history. */
function bareComposer(rows: readonly string[]): Composer | null {
  const rule = rows.findLastIndex((row) => indentOf(row) === 0);
  if (rule < 0 || !isDivider(rows[rule] ?? "")) return null;
  const prompt = rows.findIndex((row, at) => at > rule && PROMPT.test(row));
  if (prompt < 0 || prompt > rule + MAX_MODES) return null;
  const footer = paragraphStart(rows, rows.length);
  const end = footer > prompt ? footer : rows.length;
  const [first = "", ...draft] = rows.slice(prompt, end);
  const text = [first.replace(SIGN, ""), ...draft.map((row) => row.slice(3))];
  return toComposer(rows, prompt - 1, end - 1, text);
}

function isDivider(row: string): boolean {
  return row.startsWith("─") && isRule(row);
}

function toComposer(
  rows: readonly string[],
  upper: number,
  lower: number,
  draft: readonly string[],
): Composer {
  const text = draft.join("\n").trimEnd();
  const composer = { top: upper, prompt: upper + 1, end: lower + 1, text };
  let rule = upper;
  while (rule > upper - MAX_MODES && indentOf(rows[rule - 1] ?? "") > 0) rule -= 1;
  rule -= 1;
  if (rule < 0 || !isDivider(rows[rule] ?? "")) return composer;
  const from = Math.max(0, rule - 1);
  return { ...composer, top: from, said: { from, to: upper } };
}

function findDialog(rows: readonly string[]): Dialog | null {
  const box = lastBox(rows, TRANSCRIPT);
  if (!box) return null;
  const inside = openBox(rows, box);
  const options = listIn(inside, box.from, box.to, CURSOR);
  const end = skipBlank(inside, box.to);
  const below = options.at(-1)?.end ?? Math.max(box.from, paragraphStart(inside, end));
  const isDialog =
    options.length > 0 ||
    isKeyHint(inside.slice(below, box.to)) ||
    inside.slice(box.from, box.to).some((row) => ASKED.test(row));
  return isDialog ? toDialog(inside, box.top, box.from, options, below) : null;
}

/** Quoted in a frame of its own: the command. Else the row of the tool, without its name. */
export function askedOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const width = widthOf(rows.slice(top)) - 1;
  const open = heading.rows.findIndex((row) => /^ *╭─/.test(row));
  const close = heading.rows.findIndex((row, at) => at > open && /^ *╰─/.test(row));
  const tool = heading.rows.findIndex((row) => /^ *\? +\S/.test(row));
  const named = (heading.rows[tool] ?? "").replace(/^ *\? +\S+ *(?:Writing to )?/, "");
  const isCommand = /^ *\? +Shell/.test(heading.rows[tool] ?? "") || tool < 0;
  if (isCommand && open >= 0 && close > open) {
    return toText(heading.rows.slice(open + 1, close).map(unbox), width - 3);
  }
  return named || toText(words(heading.rows), width);
}

/** All but the first row, which says what kind of dialog it is, and what leads through it. */
export function restOf({ top, heading, options }: Dialog, rows: readonly string[]): string | null {
  const said = words(heading.rows).slice(1);
  // The field for an answer in one's own words.
  const field = options.length > 0 ? -1 : said.findLastIndex((row) => /^ *> /.test(row));
  return toText(said.slice(0, field < 0 ? undefined : field), widthOf(rows.slice(top)) - 1);
}

export function titleOf({ heading }: Dialog): string | null {
  return heading.rows.find(Boolean)?.replace(/^ *(?:[?>] +)?/, "") ?? null;
}

function words(rows: readonly string[]): readonly string[] {
  const first = rows.findIndex(Boolean);
  return rows
    .slice(Math.max(0, first))
    .filter((row) => !isRule(row) && !/^ *(?:[▲▼]$|← .*→$)/.test(row));
}

/** The rows of `✕ …`, when only remarks stand between it and the composer. */
export function failedRows(rows: readonly string[], { top }: Composer): readonly string[] {
  let end = skipBlank(rows, top);
  for (let row = end - 1; row >= Math.max(0, top - 24); row -= 1) {
    const text = rows[row] ?? "";
    if (/^✕ (?:\[API Error|.*(?:quota|rate limit|exhausted|overloaded|capacity))/i.test(text)) {
      return rows.slice(row, end);
    }
    if (text.startsWith("ℹ ")) end = skipBlank(rows, row);
    else if (text && !/^ {2}/.test(text)) return [];
  }
  return [];
}
