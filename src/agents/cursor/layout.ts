/**
 * Cursor's screen, bottom-up: rows of model and folder, the composer (`→`, in a frame of half blocks or
 * none), the transcript. A dialog is a list whose options name the keys that take them at once. It may
 * leave twenty and more blank rows below.
 */
import { toDialog, type Dialog, type Option } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { bareRow, findLooseList } from "../_list.ts";
import { indentOf, isKeyHint, paragraphStart, skipBlank, toText, widthOf } from "../_rows.ts";
import { isLine } from "../_ruled.ts";
import type { Composer, Layout } from "../_spec.ts";

const CURSOR = "→▶❯";
const PROMPT = /^ {0,4}→(?: |$)/;
const FRAME = /^ *[▄▀─]{8}|^ *[╭╰┌└]─/;
/** While it works, at the end of the composer's first row. */
const STOP = / {2}ctrl\+c to stop$/;
/** `Run (once) (y)`, `Skip (esc or n)`, `[q] Quit`. */
const KEYED = /^\[\w\] |\((?:[a-z]|esc|enter|tab|shift\+tab|esc or [a-z]|[^()]+ or [a-z])\)$/i;
const REASON = /^Reason for rejection \(/;
const MAX_BELOW = 12;
const MAX_LIST = 60;

export function cursorLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, findComposer, findDialog);
}

function findComposer(rows: readonly string[]): Composer | null {
  const prompt = rows.findLastIndex((row) => PROMPT.test(bareRow(row)));
  if (prompt < 0 || rows.length - prompt > MAX_BELOW) return null;
  const options = findKeyed(rows);
  if (options.some(({ row, end }) => row <= prompt && prompt < end)) return null;
  const column = indentOf(bareRow(rows[prompt] ?? "")) + 2;
  let end = prompt + 1;
  while (end < rows.length && indentOf(bareRow(rows[end] ?? "")) >= column && rows[end]) end += 1;
  const [first = "", ...more] = rows.slice(prompt, end).map(bareRow);
  const text = [
    first.replace(PROMPT, "").replace(STOP, "").trim(),
    ...more.map((row) => row.trim()),
  ];
  if (REASON.test(text[0] ?? "")) return null;
  const top = FRAME.test(rows[prompt - 1] ?? "") ? prompt - 1 : prompt;
  const below = FRAME.test(rows[end] ?? "") ? end + 1 : end;
  return {
    top,
    prompt,
    end: below,
    text: text.join("\n").trim(),
    // Its own first row tells that it works.
    said: { from: paragraphStart(rows, skipBlank(rows, top)), to: prompt + 1 },
  };
}

function findDialog(rows: readonly string[]): Dialog | null {
  const reason = rows.findLastIndex((row) => REASON.test(bareRow(row).replace(PROMPT, "").trim()));
  if (reason >= 0 && rows.length - reason <= MAX_BELOW) {
    return toDialog(rows, reason, reason, [], rows.length);
  }
  const options = findKeyed(rows);
  const below = options.at(-1)?.end ?? rows.length;
  const first = options[0]?.row;
  if (first === undefined || !endsHere(rows, below)) return null;
  const frame = rows.findLastIndex((row, at) => at < first && (isLine(row) || FRAME.test(row)));
  const start = paragraphStart(rows, skipBlank(rows, first));
  const top = frame < 0 ? Math.max(0, start) : frame;
  return toDialog(rows, top, frame < 0 ? top : frame + 1, options, below);
}

/** The lowest list, when its options name keys or a row of keys follows. */
function findKeyed(rows: readonly string[]): readonly Option[] {
  const from = Math.max(0, rows.length - MAX_LIST);
  const marked = findLooseList(rows, from, rows.length, CURSOR);
  const below = marked.at(-1)?.end ?? rows.length;
  if (marked.filter(({ label }) => KEYED.test(label)).length >= 2) return marked;
  if (isKeyHint(rows.slice(below).map(bareRow).filter(Boolean))) return marked;
  return findUnmarked(rows, from);
}

/** The lowest rows that name keys, where the cursor is drawn with colour alone. */
function findUnmarked(rows: readonly string[], from: number): readonly Option[] {
  const names = (row: number) => row >= from && KEYED.test(bareRow(rows[row] ?? "").trim());
  const last = rows.findLastIndex((_, row) => names(row));
  let first = last;
  while (names(first - 1)) first -= 1;
  const options = rows.slice(Math.max(0, first), last + 1).map((text, index) => {
    const label = bareRow(text).trim();
    return { row: first + index, end: first + index + 1, label, digit: null, selected: false };
  });
  return options.length > 1 ? options : [];
}

function endsHere(rows: readonly string[], below: number): boolean {
  const rest = rows.slice(below).filter(Boolean);
  return rest.length <= MAX_BELOW && !rest.some((row) => isLine(row) || PROMPT.test(row));
}

/** The command, from its `$` to the question; else all of the heading. */
export function commandOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const from = heading.rows.findLastIndex((row) => /^ *\$ /.test(row));
  const rest = from < 0 ? [] : heading.rows.slice(from);
  const end = rest.indexOf("");
  const text = toText(rest.slice(0, end < 0 ? undefined : end), widthOf(rows.slice(top)));
  return text?.replace(/^\$ +/, "").replace(/ in \.$/, "") ?? null;
}
