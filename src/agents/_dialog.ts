import { indentOf, unbox } from "./_rows.ts";

export interface Option {
  row: number;
  /** First row after it and what describes it. */
  end: number;
  /** Without cursor and number. */
  label: string;
  /** The key that takes it at once; null where options have none. */
  digit: string | null;
  selected: boolean;
}

/** What took the composer's place and has the keys. */
export interface Dialog {
  /** First row, its frame included. */
  top: number;
  /** What is asked, above the options. */
  heading: Block;
  options: readonly Option[];
  /** Keys and remarks, below the options. */
  hint: Block;
}

/** Rows, and where on the screen the first of them is. */
export interface Block {
  row: number;
  rows: readonly string[];
}

/** The number an option begins with, and the space after it. */
export const NUMBER = /^(\d{1,2})[.)] +(?=\S)/;

/**
 * The lowest list of at least two options in `from..to`: one has the cursor, the others stand in
 * its label's column, what is deeper belongs to the option above it, a blank row ends the list.
 * `cursor` are the characters an agent draws it with.
 */
export function findOptions(
  rows: readonly string[],
  from: number,
  to: number,
  cursor: string,
): readonly Option[] {
  const selected = new RegExp(`^ *[${cursor}] +(?=\\S)`);
  for (let row = to - 1; row >= from; row -= 1) {
    const found = selected.exec(unbox(rows[row] ?? ""));
    if (!found) continue;
    const options = optionsAround(rows, from, to, row, found[0].length);
    if (options.length > 1) return options;
  }
  return [];
}

function optionsAround(
  rows: readonly string[],
  from: number,
  to: number,
  at: number,
  column: number,
): readonly Option[] {
  const label = unbox(rows[at] ?? "").slice(column);
  const numbered = NUMBER.test(label);
  const read = (row: number): Option | "deeper" | null => {
    const text = unbox(rows[row] ?? "");
    const indent = indentOf(text);
    const number = NUMBER.test(text.trim());
    // Numbers are flush right in a list of ten and more.
    const aligned = indent === column || (numbered && number && Math.abs(indent - column) === 1);
    if (aligned && (number || !numbered)) return toOption(row, text.trim(), false);
    return text !== "" && indent >= column ? "deeper" : null;
  };
  let first = at;
  const above: Option[] = [];
  for (let row = at - 1; row >= from; row -= 1) {
    const option = read(row);
    if (!option) break;
    if (option === "deeper") continue;
    above.unshift({ ...option, end: first });
    first = row;
  }
  const options = [...above, toOption(at, label, true)];
  for (let row = at + 1; row < to; row += 1) {
    const option = read(row);
    if (!option) break;
    if (option !== "deeper") options.push(option);
    else options.push({ ...(options.pop() as Option), end: row + 1 });
  }
  return options;
}

/** The lowest block of rows numbered from 1, for lists whose cursor is drawn with colour alone. */
export function findNumbered(rows: readonly string[], from: number, to: number): readonly Option[] {
  let options: Option[] = [];
  for (let row = to - 1; row >= from; row -= 1) {
    const text = unbox(rows[row] ?? "").trim();
    if (NUMBER.test(text)) options = [toOption(row, text, false), ...options];
    else if (options.length > 0) break;
  }
  return options.length > 1 && options[0]?.digit === "1" ? options : [];
}

/** An option of one row: a number before its label is the digit that chooses it. */
export function toOption(row: number, text: string, selected: boolean): Option {
  const number = NUMBER.exec(text);
  return {
    row,
    end: row + 1,
    label: number ? text.slice(number[0].length) : text,
    digit: number?.[1] ?? null,
    selected,
  };
}

/** The dialog of which frame, first row of words and options are known; it ends with the screen. */
export function toDialog(
  rows: readonly string[],
  top: number,
  words: number,
  options: readonly Option[],
  hint: number,
): Dialog {
  return {
    top,
    heading: { row: words, rows: rows.slice(words, options[0]?.row ?? hint) },
    options,
    hint: { row: hint, rows: rows.slice(hint) },
  };
}
