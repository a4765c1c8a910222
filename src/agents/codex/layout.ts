/**
 * Codex's screen, bottom-up: a footer paragraph, the composer (`›` at the left edge, a draft's other
 * rows indented), the transcript. A dialog has no frame: it ends in a paragraph of keys, its rows are
 * indented, and what it asks begins at a heading that has to be known.
 */
import { findOptions, toDialog, type Dialog } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { indentOf, isKeyHint, paragraphStart, skipBlank, toText, widthOf } from "../_rows.ts";
import type { Composer, Layout } from "../_spec.ts";

/** Most rows of a list, and of what is asked above it. */
const MAX_LIST = 60;
const MAX_HEADING = 60;

/** First rows of what Codex asks. The nearest above the options is theirs. */
const HEADING =
  /^ *(?:Would you like to|Do you want to|Do you trust|Allow |Approve |Implement this plan\?|Question \d+\/\d+|Folder access$|Hooks(?: need review)?$|Warnings ·|Select |Update available|Background server has )/;

export function codexLayout(rows: readonly string[]): Layout {
  const dialog = findDialog(rows);
  const layout = layoutOf(
    rows,
    (all) => (dialog ? null : findComposer(all)),
    () => dialog,
  );
  if (!layout.composer || !isStarting(rows, layout.composer)) return layout;
  const because = "it is still starting: its input is drawn, its model is not named yet";
  return {
    ...layout,
    composer: null,
    refused: [...layout.refused, { rule: "composer-at-rest", because }],
  };
}

/**
 * For a second or more a new Codex shows an input that takes nothing yet, and may then ask whether to trust
 * the folder. Once it is ready, a row below names the model and the folder.
 */
function isStarting(rows: readonly string[], { top, end }: Composer): boolean {
  const above = rows.slice(0, top);
  const fresh = above.some((row) => /^ *>_ OpenAI Codex\b/.test(row));
  const begun = above.some((row) => /^[›•■✔⚠]/.test(row));
  return fresh && !begun && !rows.slice(end).some((row) => /^ {2}\S.* · [~/]/.test(row));
}

function findDialog(rows: readonly string[]): Dialog | null {
  const keys = paragraphStart(rows, rows.length);
  const hinted = isKeyHint(rows.slice(keys));
  const found = findOptions(rows, Math.max(0, rows.length - MAX_LIST), rows.length, "›");
  const below = found.at(-1)?.end ?? rows.length;
  // Remarks may stand below, and the mark of a list that goes on; both are no transcript.
  const ends = rows.slice(below).every((row) => indentOf(row) >= 2 || /^[↑↓]$/.test(row));
  const options = ends ? found : [];
  const first = options[0]?.row ?? keys;
  const { top, known } = findHeading(rows, first);
  if (options.length === 0) {
    // A composer's footer may name keys as well, as in `esc again to edit`.
    const above = rows[paragraphStart(rows, skipBlank(rows, keys))] ?? "";
    if (!hinted || /^›(?: |$)/.test(above)) return null;
  } else if (!hinted) {
    // Only a draft looks the same: a numbered list, above a footer of two rows.
    if ((!known && below < rows.length) || options[0]?.digit !== "1") return null;
  }
  return toDialog(rows, top, top, options, options.length > 0 ? below : keys);
}

/** Where what is asked begins. `known`: at words that Codex asks with. */
function findHeading(rows: readonly string[], first: number): { top: number; known: boolean } {
  let row = first - 1;
  for (; row >= Math.max(0, first - MAX_HEADING); row -= 1) {
    const text = rows[row] ?? "";
    if (indentOf(text) < 2) break;
    if (HEADING.test(text)) return { top: row, known: true };
  }
  const top = Math.max(row + 1, paragraphStart(rows, skipBlank(rows, first)));
  return { top, known: false };
}

function findComposer(rows: readonly string[]): Composer | null {
  const prompt = rows.findLastIndex((row) => indentOf(row) < 2);
  if (prompt < 0 || !/^›(?: |$)/.test(rows[prompt] ?? "")) return null;
  const last = paragraphStart(rows, rows.length);
  const end = last > prompt ? last : rows.length;
  const [first = "", ...more] = rows.slice(prompt, end);
  const text = [first.slice(1), ...more].map((row) => row.trim()).join("\n");
  return { top: prompt, prompt, end, text: text.trim() };
}

/** The command, from its `$` to the options. */
export function commandOf({ heading }: Dialog): string | null {
  const from = heading.rows.findIndex((row) => /^ *\$ /.test(row));
  if (from < 0) return null;
  const rows = heading.rows.slice(from).map((row) => row.trim());
  return rows.join("\n").replace(/^\$ /, "").trim().slice(0, 2000);
}

/** All of the heading but its first row, which says what kind it is. */
export function restOf({ top, heading }: Dialog, screen: readonly string[]): string | null {
  return toText(heading.rows.slice(1), widthOf(screen.slice(top)));
}

/** The file that edits are for, as hooks name it; else all that is said of them. */
export function destinationOf(dialog: Dialog, screen: readonly string[]): string | null {
  const { rows } = dialog.heading;
  const from = rows.findIndex((row) => /^ *Destination: /.test(row));
  if (from < 0) return restOf(dialog, screen);
  const text = toText(rows.slice(from), widthOf(screen.slice(dialog.top)));
  return text && text.replace(/^Destination: /, "");
}

/** The plan, which stands above the question as the last words of the transcript. */
export function planOf({ top }: Dialog, rows: readonly string[]): string | null {
  const title = rows.findLastIndex((row, at) => at < top && indentOf(row) < 2);
  if (!/^• Proposed Plan$/.test(rows[title] ?? "")) return null;
  const plan = rows.slice(title + 1, top).filter((row) => !/^ *Worked for /.test(row));
  const text = plan.map((row) => row.slice(2)).join("\n");
  return text.trim().slice(0, 2000) || null;
}
