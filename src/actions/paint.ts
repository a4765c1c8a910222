/** How the rows of a `capture-pane -e` are drawn. Pure. */

/** One character of a row, and how it is drawn. */
export interface Cell {
  char: string;
  /** The colour behind it as tmux names it (`48;5;233`); empty: the pane's own. With reverse, that before it. */
  behind: string;
  ink: string;
  dim: boolean;
  reverse: boolean;
}

const TOKEN =
  /\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[\d;?]*[A-Za-z]|[\x0e\x0f]|([^])/gu;

/** The characters of every row, in order. From a row to the next tmux only says what changes. */
export function cellsOf(rows: readonly string[]): readonly (readonly Cell[])[] {
  let pen: Pen = PLAIN;
  return rows.map((row) => {
    const cells: Cell[] = [];
    for (const [, codes, char] of row.matchAll(TOKEN)) {
      if (codes !== undefined) pen = obey(pen, codes);
      else if (char !== undefined) cells.push({ char, ...pen });
    }
    return cells;
  });
}

type Pen = Omit<Cell, "char">;

const PLAIN: Pen = { ink: "", behind: "", dim: false, reverse: false };

function obey(before: Pen, codes: string): Pen {
  let pen = before;
  const all = codes.split(";");
  for (let at = 0; at < all.length; at += 1) {
    const code = all[at] ?? "";
    const number = Number.parseInt(code || "0", 10);
    if (number === 0) pen = PLAIN;
    else if (number === 2) pen = { ...pen, dim: true };
    else if (number === 22) pen = { ...pen, dim: false };
    else if (number === 7 || number === 27) pen = { ...pen, reverse: number === 7 };
    else if (number === 38 || number === 48) {
      // `38;5;N`, `38;2;R;G;B`, or either with colons, which is one code.
      const more = code.includes(":") ? 0 : all[at + 1] === "5" ? 2 : 4;
      const colour = all.slice(at, at + 1 + more).join(";");
      pen = number === 38 ? { ...pen, ink: colour } : { ...pen, behind: colour };
      at += more;
    } else if ((number >= 30 && number <= 39) || (number >= 90 && number <= 97))
      pen = { ...pen, ink: number === 39 ? "" : code };
    else if ((number >= 40 && number <= 49) || (number >= 100 && number <= 107))
      pen = { ...pen, behind: number === 49 ? "" : code };
  }
  return pen;
}
