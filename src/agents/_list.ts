import { NUMBER, toOption, type Option } from "./_dialog.ts";
import { indentOf, isKeyHint, isRule, unbox } from "./_rows.ts";

/** Rows that look selected and are in no list: an answer being typed, a quotation. */
const MAX_TRIES = 8;

/**
 * The lowest list of at least two options in `from..to`, of agents whose long options wrap anywhere,
 * even left of their labels: one row has the cursor, every row in its label's column begins an option,
 * all others belong to the option above. A blank row, a line or a row of keys ends it.
 */
export function findLooseList(
  rows: readonly string[],
  from: number,
  to: number,
  cursor: string,
): readonly Option[] {
  const selected = new RegExp(`^ *[${cursor}] +(?=\\S)`);
  const inside = rows.slice(from, to).map(bareRow);
  const marked = inside.flatMap((row, at) => (selected.test(row) ? [at] : []));
  for (const at of marked.toReversed().slice(0, MAX_TRIES)) {
    const column = selected.exec(inside[at] ?? "")?.[0].length ?? 0;
    const options = optionsAround(inside, at, column);
    if (options.length < 2) continue;
    return options.map((option) => ({ ...option, row: option.row + from, end: option.end + from }));
  }
  return [];
}

/** Without the walls of a box, the scroll bar in it, and what is a line alone. */
export function bareRow(row: string): string {
  return isRule(row) ? "" : unbox(row).replace(/ +[█▌▐│]$/, "");
}

function optionsAround(rows: readonly string[], at: number, column: number): readonly Option[] {
  const labelAt = (row: number) => (rows[row] ?? "").slice(row === at ? column : 0);
  const numbered = NUMBER.test(labelAt(at));
  const begins = (row: number) => {
    if (row === at) return true;
    const label = labelAt(row);
    const off = Math.abs(indentOf(label) - column);
    return (
      off <= (numbered ? 1 : 0) &&
      NUMBER.test(label.trim()) === numbered &&
      // What the option above is about.
      !/^ *[↳└⎿]/.test(label)
    );
  };
  let start = at;
  while (start > 0 && isInList(rows[start - 1] ?? "")) start -= 1;
  let end = at + 1;
  while (end < rows.length && isInList(rows[end] ?? "")) end += 1;

  const options: Option[] = [];
  for (let row = start; row < end; row += 1) {
    const last = options.at(-1);
    if (begins(row)) options.push(toOption(row, labelAt(row).trim(), row === at));
    else if (last) options[options.length - 1] = { ...last, end: row + 1 };
  }
  return options;
}

function isInList(text: string): boolean {
  return text !== "" && !/^ *[↑↓]/.test(text) && !isKeyHint([text]);
}
