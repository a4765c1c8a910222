/** Boxes at the left edge of the screen, and lists to choose from that wrap: dialogs of Ink programs. */
import type { Option } from "./_dialog.ts";
import { indentOf } from "./_rows.ts";

/** A frame, the rows `from..to` inside it, and its first row: `from` when that is above the edge. */
export interface Box {
  top: number;
  from: number;
  to: number;
}

/** More rows than this below it, and a box is history. */
const MAX_BELOW = 10;
const MAX_LIST = 80;

/** The lowest box, when nothing of the `transcript` stands below it. */
export function lastBox(rows: readonly string[], transcript: RegExp): Box | null {
  const to = rows.findLastIndex((row) => /^ {0,2}[╰└]─{2}/.test(row));
  const below = rows.slice(to + 1);
  if (to < 0 || below.length > MAX_BELOW || below.some((row) => transcript.test(row))) return null;
  const indent = indentOf(rows[to] ?? "");
  let from = to;
  while (from > 0 && indentOf(rows[from - 1] ?? "") === indent && isWalled(rows[from - 1] ?? "")) {
    from -= 1;
  }
  if (from === to) return null;
  return { top: /^ *[╭┌]/.test(rows[from - 1] ?? "") ? from - 1 : from, from, to };
}

function isWalled(row: string): boolean {
  return /^ *[│┃├]/.test(row);
}

/** All rows, those inside the box without its walls. */
export function openBox(rows: readonly string[], { from, to }: Box): readonly string[] {
  return rows.map((row, at) =>
    at < from || at >= to
      ? row
      : row
          .replace(/^( *)[│┃├]/, "$1")
          .replace(/[│┃┤]$/, "")
          .trimEnd(),
  );
}

/**
 * The lowest list of at least two options in `from..to`, in rows without walls: the one with the
 * cursor or, where that is drawn with colour alone, the lowest numbered one. Narrow panes wrap an
 * option and move it by a column; what is no option belongs to the one above, a blank row ends the list.
 */
export function listIn(
  rows: readonly string[],
  from: number,
  to: number,
  cursor: string,
): readonly Option[] {
  const pointed = new RegExp(`^ *[${cursor}] *(?=\\S)`);
  const numbered = new RegExp(`^ *(?:[${cursor}] *)?(\\d{1,2})[.)] +(?=\\S)`);
  const first = Math.max(from, to - MAX_LIST);
  const at = lowest(rows, first, to, pointed);
  const option = (row: number): Option | null => {
    const match = numbered.exec(rows[row] ?? "");
    return match && toOption(rows, row, match, pointed);
  };
  if (at < 0) return around(rows, first, to, lowest(rows, first, to, numbered), option);
  if (option(at)) return around(rows, first, to, at, option);
  const column = pointed.exec(rows[at] ?? "")?.[0].length ?? 0;
  return around(rows, first, to, at, (row) => {
    const indent = indentOf(rows[row] ?? "");
    if (row === at) return toOption(rows, row, pointed.exec(rows[row] ?? ""), pointed);
    if (indent < column - 1) return "ends";
    return indent > column ? null : toOption(rows, row, null, pointed);
  });
}

function lowest(rows: readonly string[], from: number, to: number, pattern: RegExp): number {
  for (let row = to - 1; row >= from; row -= 1) if (pattern.test(rows[row] ?? "")) return row;
  return -1;
}

/** The list that row `at` is in. `read` says what a row is: an option, part of one, or neither. */
function around(
  rows: readonly string[],
  from: number,
  to: number,
  at: number,
  read: (row: number) => Option | "ends" | null,
): readonly Option[] {
  const options: Option[] = [];
  if (at < 0) return options;
  for (let row = at, next = 0; row >= from && rows[row]; row -= 1) {
    const option = read(row);
    if (option === "ends") break;
    if (option) options.unshift({ ...option, end: next || option.end });
    if (option) next = row;
    if (option?.digit === "1") break;
  }
  for (let row = at + 1; row < to && rows[row]; row += 1) {
    const option = read(row);
    if (option === "ends") break;
    if (option) options.push(option);
    else options.push({ ...(options.pop() as Option), end: row + 1 });
  }
  return options.length > 1 ? options : [];
}

function toOption(
  rows: readonly string[],
  row: number,
  match: RegExpExecArray | null,
  pointed: RegExp,
): Option {
  const text = rows[row] ?? "";
  return {
    row,
    end: row + 1,
    label: text.slice(match?.[0].length ?? 0).trim(),
    digit: match?.[1] ?? null,
    selected: pointed.test(text),
  };
}
