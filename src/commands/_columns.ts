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

/** Breaks at spaces only; a word that is wider than that stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
