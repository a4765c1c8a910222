/** What OpenCode draws over its screen or beside it. */
import { toDialog, type Dialog } from "../_dialog.ts";

/** From a palette's title to the end of its `esc`: three widths, two margins. */
const WIDTHS = [52, 56, 80, 84, 108, 112];
/** A toast is no wider than that; what stands left of it is not its. */
const MIN_TOAST_COLUMN = 8;

/** The rows without the sidebar, which ends in `• OpenCode VERSION`, and without toasts. */
export function withoutOverlays(rows: readonly string[]): readonly string[] {
  const foot = rows.slice(-4).findLast((row) => SIDEBAR_FOOT.test(row));
  const column = foot === undefined ? Number.POSITIVE_INFINITY : foot.search(SIDEBAR_FOOT);
  return rows.map((row) => withoutToast(row.slice(0, column)).trimEnd());
}

const SIDEBAR_FOOT = /(?<= {2}|^)• OpenCode \d/;

/** A toast has walls at both sides. */
function withoutToast(row: string): string {
  if (!row.endsWith("┃")) return row;
  const wall = row.lastIndexOf("┃", row.length - 2);
  return wall > MIN_TOAST_COLUMN ? row.slice(0, wall) : row;
}

/** A list or a question in the middle of the screen: a title, `esc` at its right, and nothing below. */
export function findPalette(rows: readonly string[]): Dialog | null {
  for (const [top, row] of rows.entries()) {
    const end = row.search(/(?<=\S {4,})esc(?= {2}|$)/) + 3;
    if (end < 3) continue;
    for (const width of WIDTHS) {
      const column = end - width;
      if (column < 2 || !isTitle(row, column) || (rows[top + 1] ?? "").slice(column, end).trim()) {
        continue;
      }
      const inside = rows.map((text, at) =>
        at < top
          ? ""
          : (" ".repeat(column) + text.slice(column, at > top ? end : end - 3)).trimEnd(),
      );
      return toDialog(inside, top, top, [], top + 1);
    }
  }
  return null;
}

function isTitle(row: string, column: number): boolean {
  return row[column] !== " " && row.slice(column - 2, column) === "  ";
}
