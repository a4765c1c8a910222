/**
 * A capture as rows, and what rows can be told to be by their shape alone. Nothing here knows an
 * agent. Columns are characters: what is compared by column stands left of anything wide.
 */

/** A screen of 400 rows is larger than any; a wider row says nothing after that. */
const MAX_ROWS = 400;
const MAX_COLUMNS = 1000;

export interface Rows {
  /** The last rows, without the blank ones below, no-break spaces as spaces, no space at the end. */
  rows: readonly string[];
  /** Row 0 here is this row of the capture. */
  offset: number;
}

export function toRows(lines: readonly string[]): Rows {
  let end = lines.length;
  while (end > 0 && !/\S/.test(lines[end - 1] ?? "")) end -= 1;
  const offset = Math.max(0, end - MAX_ROWS);
  const rows = lines.slice(offset, end).map((line) =>
    line
      .slice(0, MAX_COLUMNS)
      .replaceAll(/[\u00a0\t]/g, " ")
      .trimEnd(),
  );
  return { rows, offset };
}

/** Columns before the first character; a blank row is as deep as can be. */
export function indentOf(row: string): number {
  const at = row.search(/\S/);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** A line drawn over most of its row (`────`, `▔▔▔▔`, `╭──╮`); a label may interrupt it. */
export function isRule(row: string): boolean {
  if (!/^ *[╭╰┌└├]?[─━▔]{2}/.test(row)) return false;
  const text = row.trim();
  let drawn = 0;
  for (const char of text) if ("─━▔╭╮╰╯┌┐└┘├┤".includes(char)) drawn += 1;
  return drawn >= 8 && drawn * 2 >= text.length;
}

/** A dashed line, which parts what a dialog quotes from what it says. */
export function isDashed(row: string): boolean {
  return /^ *[╌┄┈]{5}/.test(row);
}

/** Without the side walls of a box, columns kept relative to each other. */
export function unbox(row: string): string {
  const left = row.replace(/^( *)[│┃║](?= |$)/, "$1");
  return /[│┃║]$/.test(left) ? left.slice(0, -1).trimEnd() : left.trimEnd();
}

/** First row of the paragraph (rows without a blank one) that ends before `end`. */
export function paragraphStart(rows: readonly string[], end: number): number {
  let start = end;
  while (start > 0 && rows[start - 1]) start -= 1;
  return start;
}

/** The last row before `end` that is not blank, as an end; 0 when there is none. */
export function skipBlank(rows: readonly string[], end: number): number {
  let last = end;
  while (last > 0 && !rows[last - 1]) last -= 1;
  return last;
}

const KEY =
  /^ *(?:press )?(?:enter|return|esc|escape|tab|space|(?:ctrl|shift|alt|cmd) ?[+-] ?\S+|[↑↓←→⇆⏎][↑↓←→/]*|\^?[a-z?])(?: to)? \S/i;
const CLOSING_KEY = /\b(?:enter|return|esc|escape)\b(?: to)? [a-z]/i;
const SCROLLING = /\bto (?:scroll|toggle)\b|\bpg(?:up|dn)\b/i;

/**
 * A paragraph that names keys, as dialogs have at their end: `Enter to select · Esc to cancel`.
 * Only its left is sure: narrow panes wrap or cut the rest. A pager names keys too, for scrolling.
 */
export function isKeyHint(paragraph: readonly string[]): boolean {
  const text = paragraph.join(" ");
  return KEY.test(paragraph[0] ?? "") && CLOSING_KEY.test(text) && !SCROLLING.test(text);
}

/** The last row is a shell's prompt: no agent has the screen. `45%` is a row of somebody's footer. */
export function isShellPrompt(rows: readonly string[]): boolean {
  return /^(?:\S.*)?(?:[$#❯➜λ]|(?<!\d)%)$/.test(rows.at(-1) ?? "");
}

/** The agent's own view is scrolled back: what stands at the bottom is history. */
export function isScrolledBack(row: string): boolean {
  return /(?:^|[ ─])↓ ?\d+ (?:more|new)\b|^ *(?:\d+ (?:more|new) messages?|Jump to bottom)\b/i.test(
    row,
  );
}

/** The widest row: how wide the pane is, when anything reaches across it. */
export function widthOf(rows: readonly string[]): number {
  return Math.max(0, ...rows.map((row) => row.length));
}

/**
 * Rows as words, the same at any width: a row is joined to the one before if its first word had no
 * room there. Without walls and blank rows; at most 2,000 characters; null when nothing is left.
 */
export function toText(rows: readonly string[], width: number): string | null {
  const lines: string[] = [];
  let room = 0;
  for (const row of rows) {
    const text = unbox(row).trim();
    const [word = ""] = text.split(" ", 1);
    if (text && word.length >= room && lines.length > 0) lines.push(`${lines.pop()} ${text}`);
    else if (text) lines.push(text);
    // Dialogs keep a column or two free at the right.
    room = text ? width - 2 - row.length : Number.POSITIVE_INFINITY;
  }
  return lines.join("\n").slice(0, 2000) || null;
}
