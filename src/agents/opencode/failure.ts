import { indentOf, skipBlank } from "../_rows.ts";
import type { Composer } from "../_spec.ts";

/** What the tools print, in the same kind of block. */
const TOOL = /^(?:[$#~←→✱%◈◇⟳⚙◉✓] |[⠁-⣿] )/;
const SAYS_SO =
  /error|fail|limit|quota|denied|invalid|unauthori[sz]ed|unavailable|overload|time[d-]? ?out|exceeded|not found|\b[45]\d\d\b/i;

/**
 * A failed turn ends in a block, as prompts are, and a line without a duration. The block is no prompt
 * when one stands right above it.
 */
export function failedRows(rows: readonly string[], { top }: Composer): readonly string[] {
  const end = skipBlank(rows, top);
  if (!/^ *▣ +[^·]+ · [^·]+$/.test(rows[end - 1] ?? "")) return [];
  const block = blockBefore(rows, end - 1);
  const above = block && blockBefore(rows, block.from);
  if (!block || !above) return [];
  const words = rows
    .slice(block.from, block.to)
    .map((row) => row.replace("┃", " ").trimEnd())
    .filter((row) => row !== "");
  const text = words.join("\n").trim();
  return TOOL.test(text) || !SAYS_SO.test(text) ? [] : words;
}

/** The block that only blank rows part from row `end`. */
function blockBefore(rows: readonly string[], end: number): { from: number; to: number } | null {
  const to = skipBlank(rows, end);
  const column = indentOf(rows[to - 1] ?? "");
  let from = to;
  while (
    from > 0 &&
    indentOf(rows[from - 1] ?? "") === column &&
    rows[from - 1]?.[column] === "┃"
  ) {
    from -= 1;
  }
  return from < to ? { from, to } : null;
}
