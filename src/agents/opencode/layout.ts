/**
 * OpenCode's screen: blocks with a wall at their left. The lowest is the composer, which stands on a
 * line of half blocks with its footer below, or the dialog that took its place. A sidebar, toasts and
 * a palette may lie over it.
 */
import { listIn } from "../_box.ts";
import { toDialog, type Dialog, type Option } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { indentOf, isKeyHint, paragraphStart, skipBlank } from "../_rows.ts";
import type { Composer, Layout } from "../_spec.ts";
import { findPalette } from "./over.ts";

/** A tip or two may stand below a dialog. */
const MAX_BELOW = 4;
const KEY = /^(?:ctrl\+\S+|⇆|↑↓|enter|esc|tab)(?: |$)/;
const BUTTON = /^(?:Allow|Always|Reject|Deny|Confirm|Cancel|Yes|No)\b/;

export function openCodeLayout(rows: readonly string[]): Layout {
  const palette = findPalette(rows);
  return layoutOf(
    rows,
    (all) => (palette ? null : findComposer(all)),
    (all) => palette ?? findDialog(all),
  );
}

function isWall(row: string | undefined, column: number): boolean {
  return row?.[column] === "┃" && indentOf(row) === column;
}

function blockTop(rows: readonly string[], end: number, column: number): number {
  let top = end;
  while (top > 0 && isWall(rows[top - 1], column)) top -= 1;
  return top;
}

function findComposer(rows: readonly string[]): Composer | null {
  const drawn = rows.findLastIndex((row) => /^ *╹▀{4}/.test(row));
  const bottom = drawn < 0 ? bareBottom(rows) : drawn;
  if (bottom < 0) return null;
  const column = indentOf(rows[drawn < 0 ? bottom - 1 : bottom] ?? "");
  const top = blockTop(rows, bottom, column);
  if (top === bottom || rows.slice(bottom).some((row) => isWall(row, column))) return null;
  // Its last row names agent and model.
  const draft = rows.slice(top, bottom - 1).map((row) => row.slice(column + 3));
  const first = draft.findIndex((row) => row.trim() !== "");
  const prompt = first < 0 ? Math.min(top + 1, bottom - 1) : top + first;
  // What is written after a `!` goes to a shell.
  const mode = rows[bottom - 1]?.slice(column + 3).trim() === "Shell" ? "!" : "";
  const text = mode + draft.join("\n").trim();
  return { top, prompt, end: bottom + 1, text, said: { from: top, to: top } };
}

/** Themes without a background leave its lower line blank. All other blocks end in a blank row. */
function bareBottom(rows: readonly string[]): number {
  const last = rows.findLastIndex((row) => /^ *┃/.test(row));
  const isComposer = /^ *┃ +\S/.test(rows[last] ?? "") && rows[last + 1] === "" && rows[last + 2];
  return isComposer ? last + 1 : -1;
}

function findDialog(rows: readonly string[]): Dialog | null {
  const last = rows.findLastIndex((row) => /^ *┃/.test(row));
  const below = rows.slice(last + 1);
  if (last < 0 || below.length > MAX_BELOW || below.some((row) => indentOf(row) === 0)) return null;
  const column = indentOf(rows[last] ?? "");
  const top = blockTop(rows, last + 1, column);
  const inside = rows.map((row, at) =>
    at < top || at > last ? row : `${row.slice(0, column)} ${row.slice(column + 1)}`.trimEnd(),
  );
  const end = skipBlank(inside, last + 1);
  if (end <= top) return null;
  const keys = Math.max(top, paragraphStart(inside, end));
  const buttons = findButtons(inside, top, keys);
  const hinted = isKeyHint(inside.slice(keys, end)) || buttons?.hinted;
  const options = buttons?.options ?? listIn(inside, top, end, "").map(withoutTick);
  const isDialog =
    hinted ||
    /^ *△ /.test(inside.slice(top).find(Boolean) ?? "") ||
    (buttons ? options.every(({ label }) => BUTTON.test(label)) : options[0]?.digit === "1");
  if (!isDialog) return null;
  const hint = buttons?.hinted ? (options[0]?.row ?? keys) : (options.at(-1)?.end ?? keys);
  return toDialog(inside, top, top, options, hint);
}

/** The option that was taken has one until the answer has arrived: it is the same dialog all the same. */
function withoutTick(option: Option): Option {
  return { ...option, label: option.label.replace(/ +✓$/, "") };
}

/** Answers side by side, with the keys behind them or, in a narrow pane, below. */
function findButtons(
  rows: readonly string[],
  top: number,
  keys: number,
): { options: readonly Option[]; hinted: boolean } | null {
  const above = skipBlank(rows, keys);
  const isAbove = KEY.test((rows[keys] ?? "").trim());
  const row = isAbove ? above - 1 : keys;
  if (row < top || (isAbove && paragraphStart(rows, above) !== row)) return null;
  const parts = (rows[row] ?? "").trim().split(/ {2,}/);
  const first = parts.findIndex((part) => KEY.test(part));
  const labels = first < 0 ? parts : parts.slice(0, first);
  if (labels.length < 2) return null;
  // The highlighted one is drawn with colour alone.
  const options = labels.map((label) => ({
    row,
    end: row + 1,
    label,
    digit: null,
    selected: false,
  }));
  return { options, hinted: first >= 0 };
}
