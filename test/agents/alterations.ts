/** What the next version of an agent may do to its dialogs: each change keeps what they mean. */

/** Rows of a list to choose from: `❯ 1. Yes`, `  2. No`, with what stands below an option. */
const NUMBERED = /^( *)([❯›●] | {2})(\d+)\. (.*)$/;

export type Alteration = (lines: readonly string[]) => readonly string[];

const WALL = /^ *[│┃](?= |$)/;

/** Alters what stands between the walls of the lowest box or block, and draws them again. */
export const inWalls =
  (change: Alteration): Alteration =>
  (lines) => {
    const last = lines.findLastIndex((row) => WALL.test(row));
    const [wall = ""] = WALL.exec(lines[last] ?? "") ?? [];
    if (last < lines.findLastIndex((row) => /^[^ ╰]/.test(row))) return change(lines);
    let first = last;
    while (WALL.exec(lines[first - 1] ?? "")?.[0] === wall) first -= 1;
    const inside = change(
      lines.slice(first, last + 1).map((row) => row.slice(wall.length).replace(/ *│? *$/, "")),
    );
    const width = Math.max(...inside.map((row) => row.length)) + 1;
    const above = lines[first - 1] ?? "";
    const isBox = above.startsWith("╭");
    const frame = (row: string) => row.replace(/^([╭╰]).*$/, `$1${"─".repeat(width)}`);
    return [
      ...lines.slice(0, first - 1),
      isBox ? `${frame(above)}╮` : above,
      ...inside.map((row) => wall + (isBox ? `${row.padEnd(width)}│` : row)),
      ...lines.slice(last + 1).map((row) => (isBox && row ? `${frame(row)}╯` : row)),
    ];
  };

function optionRows(lines: readonly string[]): readonly number[] {
  const rows = lines.flatMap((row, index) => (NUMBERED.test(row) ? [index] : []));
  const last = rows.findLastIndex((row) => /^ *. 1\. |^ *1\. /.test(lines[row] ?? ""));
  const first = rows.findLastIndex((row, index) => index <= last && / 1\. /.test(` ${lines[row]}`));
  return rows.slice(Math.max(0, first));
}

function edit(lines: readonly string[], change: (match: RegExpExecArray, index: number) => string) {
  const rows = optionRows(lines);
  return lines.map((row, at) => {
    const match = NUMBERED.exec(row);
    const index = rows.indexOf(at);
    return match && index >= 0 ? change(match, index) : row;
  });
}

const cursorOf = (lines: readonly string[]) =>
  lines.map((row) => /^ *([›●] )\d/.exec(row)?.[1]).findLast(Boolean) ?? "❯ ";

export const withoutDigits: Alteration = (lines) =>
  edit(lines, ([, indent = "", cursor = "", , label = ""]) => `${indent}${cursor}${label}`);

export const cursorOn =
  (option: number): Alteration =>
  (lines) => {
    const count = optionRows(lines).length;
    const cursor = cursorOf(lines);
    return edit(
      lines,
      ([, indent = "", , digit = "", label = ""], index) =>
        `${indent}${index === (option < 0 ? count + option : option % count) ? cursor : "  "}${digit}. ${label}`,
    );
  };

/** The cursor is drawn with colour alone. */
export const withoutCursor: Alteration = (lines) =>
  edit(lines, ([, indent = "", , digit = "", label = ""]) => `${indent}  ${digit}. ${label}`);

/** Twelve more options before the last one. */
export const longer: Alteration = (lines) => {
  const rows = optionRows(lines);
  const last = rows.at(-2);
  const [, indent = ""] = NUMBERED.exec(lines[last ?? -1] ?? "") ?? [];
  if (last === undefined) return lines;
  const more = Array.from({ length: 12 }, (_, at) => `${indent}  ${at + 3}. One more like that`);
  return lines.toSpliced(last + 1, 0, ...more);
};

export const reversed: Alteration = (lines) => {
  const rows = optionRows(lines);
  const labels = rows.map((row) => NUMBERED.exec(lines[row] ?? "")?.[4] ?? "").toReversed();
  return edit(
    lines,
    ([, indent = "", cursor = "", digit = ""], index) =>
      `${indent}${cursor}${digit}. ${labels[index]}`,
  );
};

const indentAt = (lines: readonly string[], row: number) =>
  " ".repeat(Math.max(1, (lines[row] ?? "").search(/\S/)));

/** OpenCode's answers, side by side. */
export const buttons =
  (...labels: readonly string[]): Alteration =>
  (lines) =>
    lines.map((row) =>
      row.replace(/Allow once {3}Allow always {3}Reject/, () => labels.join("   ")),
    );

/** A remark between the options and the keys. */
export const remarkBelow: Alteration = (lines) => {
  const last = optionRows(lines).at(-1);
  if (last === undefined) return lines;
  const blank = lines.findIndex((row, index) => index > last && row.trim() === "");
  if (blank < 0) return lines;
  return lines.toSpliced(blank, 0, "", `${indentAt(lines, last)}Tip: you can turn this off`);
};

/** A remark at the very end. */
export const remarkAtEnd: Alteration = (lines) => {
  const end = lines.findLastIndex((row) => row.trim() !== "") + 1;
  const { length } = optionRows(lines);
  return length === 0 ? lines : lines.toSpliced(end, 0, "  Tip: you can turn this off");
};

export const withoutKeys: Alteration = (lines) => {
  const last = optionRows(lines).at(-1);
  if (last === undefined) return lines;
  const blank = lines.findIndex((row, index) => index > last && row.trim() === "");
  return blank < 0 ? lines : lines.slice(0, blank);
};

/** Rows as a pane of that width would wrap them, below the row's own indent. */
export const wrapped =
  (width: number): Alteration =>
  (lines) =>
    lines.flatMap((row) => {
      if (row.length <= width) return [row];
      // Lines are cut, and so is what stands in columns.
      if (/^ *[╭╰]?[─▔╌]{20}| {2}enter \w/.test(row)) return [row.slice(0, width)];
      const hang = " ".repeat(/^ *(?:[❯›•●■*✻] )?(?:\d+\. )?/.exec(row)?.[0].length ?? 0);
      const [first = "", ...words] = row.trimStart().split(/ +/);
      const out = [" ".repeat(row.search(/\S/)) + first];
      for (const word of words) {
        const current = out.at(-1) ?? "";
        if (current.length + 1 + word.length <= width) out[out.length - 1] = `${current} ${word}`;
        else out.push(hang + word);
      }
      return out;
    });
