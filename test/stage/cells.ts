/** One character that is no blank, with the attributes that hold for it. */
export type Cell = readonly [char: string, attributes: string];

// oxlint-disable-next-line no-control-regex
const TOKEN = /\x1b\[([\d;:]*)m|([^\x0e\x0f])/gsu;

/**
 * What `capture-pane -e` printed, without the freedom it has in where it writes its escapes: per
 * row the characters that are seen, each with its colours and attributes.
 */
export function toCells(lines: readonly string[]): Cell[][] {
  const on = new Map<string, string>();
  return lines.map((line) => {
    const cells: Cell[] = [];
    for (const [, sgr, char] of line.matchAll(TOKEN)) {
      if (sgr !== undefined) apply(sgr, on);
      else if (char !== " ") cells.push([char!, [...on.values()].toSorted().join(" ")]);
    }
    return cells;
  });
}

function apply(sgr: string, on: Map<string, string>): void {
  const codes = (sgr || "0").split(";");
  while (codes.length > 0) {
    const code = Number(codes.shift());
    if (code === 0) on.clear();
    else if (code === 38 || code === 48)
      on.set(String(code), [code, ...codes.splice(0, codes[0] === "2" ? 4 : 2)].join(";"));
    else if (code === 39 || code === 49) on.delete(String(code - 1));
    else if (code >= 30 && code < 50) on.set(code < 40 ? "38" : "48", String(code));
    else on.set(String(code), String(code));
  }
}
