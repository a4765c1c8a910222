import type { ScreenOption } from "../agents/define.ts";
import { cellsOf, type Cell } from "./paint.ts";

/**
 * The same options with the highlight found by colour, where no mark shows it: the only one drawn on
 * another ground than its row, else, of three or more, the only one in another ink. When that is not
 * sure, none is selected. Pure.
 */
export function withHighlight(
  options: readonly ScreenOption[],
  painted: readonly string[],
): readonly ScreenOption[] {
  if (options.length < 2 || options.some(({ selected }) => selected)) return options;
  const drawn = spansOf(options, painted);
  const at = only(drawn.map((span) => span.hasOwnGround)) ?? oddInk(drawn.map(({ ink }) => ink));
  return options.map((option, index) => ({ ...option, selected: index === at }));
}

interface Span {
  hasOwnGround: boolean;
  ink: string;
}

/** What of its row each option takes up: options may stand side by side, in order. */
function spansOf(options: readonly ScreenOption[], painted: readonly string[]): readonly Span[] {
  const drawn = cellsOf(painted);
  let from = { row: -1, column: 0 };
  return options.map(({ row, label, digit }) => {
    const cells = drawn[row] ?? [];
    const text = cells.map(({ char }) => char).join("");
    const start = row === from.row ? from.column : 0;
    const at = text.indexOf(label.trim(), start);
    if (at < 0) return { hasOwnGround: false, ink: "" };
    from = { row, column: at + label.trim().length };
    // Code points, not UTF-16 units, are what cells are counted in.
    const first = countOf(text.slice(0, at));
    const span = cells.slice(first, first + countOf(label.trim()));
    const number = digit === null ? [] : cells.slice(Math.max(0, first - 3), first);
    const ground = mostCommon(cells.map(groundOf));
    return {
      hasOwnGround: [...number, ...span].some((cell) => groundOf(cell) !== ground),
      ink: span[0]?.ink ?? "",
    };
  });
}

function groundOf({ behind, ink, reverse }: Cell): string {
  return reverse ? `reverse ${ink}` : behind;
}

function mostCommon(values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? "";
}

function only(flags: readonly boolean[]): number | null {
  const at = flags.indexOf(true);
  return at >= 0 && flags.lastIndexOf(true) === at ? at : null;
}

function oddInk(inks: readonly string[]): number | null {
  if (inks.length < 3) return null;
  const common = mostCommon(inks);
  return only(inks.map((ink) => ink !== common));
}

function countOf(text: string): number {
  return Array.from(text).length;
}
