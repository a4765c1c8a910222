/** Display columns of a text. */
export type Measure = (text: string) => number;

/** One column each: letters, punctuation, arrows, boxes and the signs that agents like. */
const PLAIN =
  /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2300-\u2319\u2500-\u25fc\u26a0\u2713-\u2718\u2722-\u2727\u2731-\u274b\u276f\u2800-\u28ff]*$/;

/** The library costs 25 ms to load, and most cells are plain. */
export async function measureFor(texts: readonly string[]): Promise<Measure> {
  if (texts.every((text) => PLAIN.test(text))) return (text) => text.length;
  const { default: stringWidth } = await import("string-width");
  return (text) => (PLAIN.test(text) ? text.length : stringWidth(text));
}

/** Cut to so many columns, and visibly. */
export function fit(text: string, most: number, width: Measure): string {
  if (width(text) <= most) return text;
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (width(cut + segment) > most - 1) break;
    cut += segment;
  }
  return most > 0 ? `${cut.trimEnd()}…` : "";
}

export function pad(text: string, columns: number, width: Measure): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}
