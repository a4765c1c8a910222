/** The recorded screens, what they mean, and the changes under which they must go on meaning it. */
import { existsSync, readFileSync } from "node:fs";
import stringWidth from "string-width";
import type { Capture } from "../../src/agents/define.ts";

const FOLDER = new URL("../rig/screens/", import.meta.url);

export interface Recording {
  file: string;
  agent: string;
  title: string | null;
  status: string;
  kind: string | null;
  composer: string;
  lines: readonly string[];
}

export const recordings: readonly Recording[] = readFileSync(
  new URL("expected.tsv", FOLDER),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((row) => {
    const [file = "", agent = "", , title, status = "", kind, composer = ""] = row.split("\t");
    const lines = readFileSync(new URL(file, FOLDER), "utf8").replace(/\n$/, "").split("\n");
    return { file, agent, title: title || null, status, kind: kind || null, composer, lines };
  });

/** Every recording was made in `/home/dev/project`. */
export function toCapture(
  { lines, title }: Pick<Recording, "lines" | "title">,
  change: (lines: readonly string[]) => readonly string[] = (same) => same,
): Capture {
  return { lines: change(lines), title, project: title === null ? null : "project" };
}

/** The same state recorded in a pane of 80x24. */
export function hasTwin({ file }: Recording): boolean {
  const [version, state] = file.split("/");
  return file.split("/").length === 2 && existsSync(new URL(`${version}/80x24/${state}`, FOLDER));
}

export function cut(lines: readonly string[]): readonly string[] {
  return trimEnd(lines).slice(-24).map(cutRow);
}

function cutRow(row: string): string {
  let width = 0;
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(row)) {
    width += stringWidth(segment);
    if (width > 80) break;
    end += segment.length;
  }
  return row.slice(0, end);
}

export function pad(lines: readonly string[]): readonly string[] {
  return [...lines, ...Array<string>(20).fill("")];
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((row) => /\S/.test(row)) + 1);
}

const at = (lines: readonly string[], pattern: RegExp, before = lines.length) =>
  lines.findLastIndex((row, index) => index < before && pattern.test(row));

/** The row above which all is history; `asks`: a dialog has the composer's place. */
const BODY_STARTS: Record<string, (lines: readonly string[], asks: boolean) => number> = {
  claude: (lines, asks) =>
    asks
      ? lines.findLastIndex(
          (row, index) =>
            /^ {0,2}(?:─|▔){20,}$/.test(row) && !/Chat about this/.test(lines[index + 1] ?? ""),
        )
      : at(lines, /^─{20,}$/, at(lines, /^─{20,}$/)),
  codex: (lines, asks) =>
    asks
      ? at(
          lines,
          /^ {2}(?:Would you|Question \d|Implement this|Hooks(?: need review)?$|Folder access|Warnings)/,
        )
      : at(lines, /^›/),
  copilot: (lines, asks) => {
    if (!asks) return at(lines, /^─{20,}$/, at(lines, /^─{20,}$/));
    return lines.findLast((row) => row.trim() !== "")?.startsWith("╰")
      ? at(lines, /^╭─{20,}/)
      : at(lines, /^─{20,}$/, at(lines, /^ Copilot needs information/));
  },
  gemini: (lines, asks) => (asks ? at(lines, /^ ?╭─{20,}/) : at(lines, /^─{20,}$/)),
  // Below its last row that no block's wall stands in.
  opencode: (lines) => at(lines, /^(?! *[┃╹])/, at(lines, /^ *┃/)) + 1,
  omp: (lines, asks) => (asks ? at(lines, /^╭─ \S/) : at(lines, /^╰─(?: |$)/) - 1),
  pi: (lines) => at(lines, /^─{2}.*─{20,}$/, at(lines, /^─{20,}$/)),
};

/**
 * Where the transcript ends, by what these recordings look like and nothing else. What a working
 * agent says right above its composer is kept with it.
 */
export function proseEnd({ file, agent, composer, status, lines }: Recording): number {
  let end = BODY_STARTS[agent]?.(lines, composer === "none") ?? -1;
  if (end < 0) throw new Error(`${file}: no end of the transcript`);
  if (status !== "working") return end;
  const isGap = (row = "") => /^(?: {8,}\S.*)? *$/.test(row);
  while (end > 0 && isGap(lines[end - 1])) end -= 1;
  while (end > 0 && !isGap(lines[end - 1])) end -= 1;
  return end;
}

/** What other agents show while they wait for permission, an answer or a plan's approval. */
export function foreignDialogs(agent: string): readonly (readonly string[])[] {
  return recordings
    .filter((other) => other.agent !== agent && other.status === "waiting")
    .map(({ lines }) => trimEnd(lines));
}
