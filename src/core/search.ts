/** Finding words in what agents were told, have said and show: pure, in threads and daemon alike. */

/** Whose words they are, those that tell the most first. */
export const WHERE = ["prompt", "title", "answer", "pane"] as const;
export type Where = (typeof WHERE)[number];

/** A line with the words in it. */
export interface Hit {
  where: Where;
  /** When it was written, in epoch milliseconds; null: nobody says. */
  at: number | null;
  /** Cut around the words where it is long. */
  line: string;
}

/** Of one session at most; the best of them. */
export const MAX_HITS = 5;
const MAX_LINE = 200;
/** Shown before the words in a line that is cut. */
const LEAD = 60;

/** The words as they are, but for case and the width of gaps. */
export function toPattern(words: string): RegExp {
  const escaped = words.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(escaped.replaceAll(/\s+/g, String.raw`\s+`), "iu");
}

/** The lines of a text that have them, the last first. */
export function findLines(text: string, pattern: RegExp, most = MAX_HITS): string[] {
  if (!pattern.test(text)) return [];
  const lines: string[] = [];
  for (const line of text.split("\n").toReversed()) {
    const at = line.search(pattern);
    if (at < 0) continue;
    lines.push(cutAround(line, at));
    if (lines.length === most) break;
  }
  return lines;
}

function cutAround(line: string, at: number): string {
  const text = line.trim();
  if (text.length <= MAX_LINE) return text;
  const from = Math.max(0, Math.min(at - LEAD, line.length - MAX_LINE));
  const piece = line.slice(from, from + MAX_LINE).toWellFormed();
  return `${from > 0 ? "…" : ""}${piece.trim()}${from + MAX_LINE < line.length ? "…" : ""}`;
}

/** Whole words with their case before parts of words; then by whose they are. */
function scoreOf({ where, line }: Hit, words: string): number {
  const at = line.toLowerCase().indexOf(words.toLowerCase());
  const [before, after] = [line[at - 1] ?? " ", line[at + words.length] ?? " "];
  const isWhole = at >= 0 && !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
  const isExact = line.includes(words);
  return (WHERE.length - WHERE.indexOf(where)) * 4 + (isWhole ? 2 : 0) + (isExact ? 1 : 0);
}

/** The best hits of one session, each line once. */
export function bestOf(hits: readonly Hit[], words: string): Hit[] {
  const known = new Set<string>();
  return sorted(hits, words)
    .filter(({ where, line }) => {
      const key = `${where} ${line}`;
      return known.has(key) ? false : known.add(key);
    })
    .slice(0, MAX_HITS);
}

/** Sessions by their best hit, then by how new it is. */
export function rank<T extends { hits: readonly Hit[] }>(found: readonly T[], words: string): T[] {
  return found.toSorted((a, b) => compare(a.hits[0]!, b.hits[0]!, words));
}

function sorted(hits: readonly Hit[], words: string): Hit[] {
  return hits.toSorted((a, b) => compare(a, b, words));
}

function compare(a: Hit, b: Hit, words: string): number {
  return scoreOf(b, words) - scoreOf(a, words) || (b.at ?? 0) - (a.at ?? 0);
}
