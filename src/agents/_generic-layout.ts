/**
 * The layout of an agent of which only the config knows: what most of them have in common. It says
 * "nothing stands there" rather than guess; the region `tail` is for the rest.
 */
import { findOptions, toDialog, type Dialog } from "./_dialog.ts";
import { ruledComposer } from "./_composer.ts";
import {
  isKeyHint,
  isRule,
  isScrolledBack,
  isShellPrompt,
  paragraphStart,
  skipBlank,
  unbox,
} from "./_rows.ts";
import type { Composer, Layout } from "./_spec.ts";

/** Most rows of a list; of a frame around a question; of what stands below a list or a composer. */
const MAX_LIST = 60;
const MAX_FRAME = 40;
const MAX_BELOW = 6;

/**
 * `prompt`: how the composer's first row begins, inside its frame; null: there is none to be told.
 * `cursor`: the signs that mark an option as selected.
 */
export function genericLayout(
  prompt: RegExp | null,
  cursor: string,
): (rows: readonly string[]) => Layout {
  return (rows) => {
    const dialog = findDialog(rows, cursor);
    const plain = prompt && plainComposer(rows, prompt);
    // A row above a list, or in it, may begin as the composer does. Keys alone may be the composer's.
    const isPlain = plain && (!dialog?.options.length || plain.prompt >= dialog.hint.row);
    const composer = (prompt && ruledComposer(rows, prompt, cursor)) ?? (isPlain ? plain : null);
    const nothing: Layout = { composer, dialog: null, gone: false, refused: [] };
    if (composer) return nothing;
    if (isShellPrompt(rows)) {
      const because = "the last row is a shell's prompt: no agent has the screen";
      return { ...nothing, gone: true, refused: [{ rule: "shell-prompt", because }] };
    }
    if (isScrolledBack(rows.at(-1) ?? "")) {
      const because = "the view is scrolled back: what stands at the bottom is history";
      return { ...nothing, refused: [{ rule: "scrolled-back", because }] };
    }
    return { ...nothing, dialog };
  };
}

/** A list that is numbered or followed by keys, or keys alone. */
function findDialog(rows: readonly string[], cursor: string): Dialog | null {
  // A frame's last row hides the keys above it.
  const bare = rows.map((row) => (isRule(row) ? "" : unbox(row)));
  const end = skipBlank(bare, bare.length);
  const keys = paragraphStart(bare, end);
  const hinted = isKeyHint(bare.slice(keys, end));
  const options = findOptions(rows, Math.max(0, rows.length - MAX_LIST), rows.length, cursor);
  const below = options.at(-1)?.end ?? keys;
  const next = bare.findIndex((row, index) => index >= below && row !== "");
  // What follows is a remark, and no transcript.
  const isLast = next < 0 || next >= keys || hinted;
  const isList = options.length > 0 && isLast && rows.length - below <= MAX_BELOW;
  if (!hinted && !(isList && options[0]?.digit)) return null;
  const hint = isList ? below : keys;
  const { top, words } = headingAbove(rows, bare, isList ? (options[0]?.row ?? keys) : keys);
  return toDialog(rows, top, words, isList ? options : [], hint);
}

/** From the frame that is open above; without one, the nearest paragraph. */
function headingAbove(
  rows: readonly string[],
  bare: readonly string[],
  first: number,
): { top: number; words: number } {
  for (let row = first - 1; row >= Math.max(0, first - MAX_FRAME); row -= 1) {
    if (isRule(rows[row] ?? "")) return { top: row, words: row + 1 };
  }
  const top = paragraphStart(bare, skipBlank(bare, first));
  return { top, words: top };
}

/** The lowest row that begins so, with what belongs to it up to a blank row or the frame. */
function plainComposer(rows: readonly string[], prompt: RegExp): Composer | null {
  const at = rows.findLastIndex((row) => prompt.test(unbox(row).trimStart()));
  if (at < 0) return null;
  const ends = rows.findIndex((row, index) => index > at && (row === "" || isRule(row)));
  const last = ends < 0 ? rows.length : ends;
  const end = isRule(rows[last] ?? "") ? last + 1 : last;
  if (rows.length - end > MAX_BELOW) return null;
  const top = isRule(rows[at - 1] ?? "") ? at - 1 : at;
  const [first = "", ...more] = rows.slice(at, last).map((row) => unbox(row).trim());
  return { top, prompt: at, end, text: [first.replace(prompt, ""), ...more].join("\n").trim() };
}
