import type { Option } from "./_dialog.ts";
import { indentOf, isKeyHint, isRule, unbox } from "./_rows.ts";

const NUMBER = /^(\d{1,2})[.)] +(?=\S)/;

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
  for (let row = to - 1; row >= from; row -= 1) {
    const found = selected.exec(bareRow(rows[row] ?? ""));
    if (!found) continue;
    const options = optionsAround(rows, from, to, row, found[0].length);
    if (options.length > 1) return options;
  }
  return [];
}

/** Without the walls of a box, the scroll bar in it, and what is a line alone. */
export function bareRow(row: string): string {
  return isRule(row) ? "" : unbox(row).replace(/ +[█▌▐│]$/, "");
}

function optionsAround(
  rows: readonly string[],
  from: number,
  to: number,
  at: number,
  column: number,
): readonly Option[] {
  const labelAt = (row: number) => bareRow(rows[row] ?? "").slice(row === at ? column : 0);
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
  while (start > from && isInList(rows[start - 1] ?? "")) start -= 1;
  let end = at + 1;
  while (end < to && isInList(rows[end] ?? "")) end += 1;

  const options: Option[] = [];
  for (let row = start; row < end; row += 1) {
    const last = options.at(-1);
    if (begins(row)) options.push(toOption(row, labelAt(row).trim(), row === at));
    else if (last) options[options.length - 1] = { ...last, end: row + 1 };
  }
  return options;
}

function isInList(row: string): boolean {
  const text = bareRow(row);
  return text !== "" && !/^ *[↑↓]/.test(text) && !isKeyHint([text]);
}

function toOption(row: number, text: string, selected: boolean): Option {
  const number = NUMBER.exec(text);
  return {
    row,
    end: row + 1,
    label: number ? text.slice(number[0].length) : text,
    digit: number?.[1] ?? null,
    selected,
  };
}
