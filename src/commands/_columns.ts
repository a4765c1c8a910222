// See `src/io/client.ts` for why it is not imported.
const { stripVTControlCharacters } = process.getBuiltinModule("node:util");

/** Where nobody counts columns. */
export const USUAL_WIDTH = 80;
const LEAST_TEXT = 20;

/** Two columns; a text that does not fit goes on below itself, or below its name where that is long. */
export function columns(
  rows: readonly (readonly [name: string, text: string])[],
  width: number,
): string[] {
  const names = Math.max(0, ...rows.map(([name]) => name.length));
  const isNarrow = width - names - 4 < LEAST_TEXT;
  const indent = isNarrow ? 6 : names + 4;
  return rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrap(text, width - indent);
    const below = (line: string): string => " ".repeat(indent) + line;
    if (!isNarrow) return [`  ${name.padEnd(names)}  ${first}`.trimEnd(), ...more.map(below)];
    return [`  ${name}`, ...(text ? [first, ...more].map(below) : [])];
  });
}

/** A line that goes on below itself, two columns further in. */
export function hang(line: string, width: number): string[] {
  const indent = line.length - line.trimStart().length;
  const [first = "", ...more] = wrap(line.slice(indent), width - indent - 2);
  return [first, ...more.map((words) => `  ${words}`)].map((words) =>
    (" ".repeat(indent) + words).trimEnd(),
  );
}

/** Breaks at spaces only; a word that is wider than that stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(last) + 1 + lengthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Without colours. */
const lengthOf = (text: string): number => stripVTControlCharacters(text).length;
