/**
 * Antigravity's screen, bottom-up: one row of keys and model, the composer between two lines with its
 * `>`, the transcript. A dialog stands in the composer's place: a list that ends in a row of keys.
 */
import { findNumbered, toDialog, type Dialog, type Option } from "../_dialog.ts";
import { layoutOf } from "../_layout.ts";
import { findLooseList } from "../_list.ts";
import { indentOf, skipBlank, toText, widthOf } from "../_rows.ts";
import { isLine, lowestFrame } from "../_ruled.ts";
import type { Composer, Layout } from "../_spec.ts";

const CURSOR = ">";
const PROMPT = /^[>!](?: |$)/;
/** Keys and model, what is used, and rows that people add. */
const MAX_BELOW = 6;
const MAX_LIST = 60;
/** Rows of the transcript, which no dialog contains. */
const TRANSCRIPT = /^(?:[●○▸⏺✓✗] | {2}⎿|[⠁-⣿] )/;
const SURVEY = /^ *How's the CLI experience so far\?/;

export function antigravityLayout(rows: readonly string[]): Layout {
  return layoutOf(rows, findComposer, findDialog);
}

function findComposer(rows: readonly string[]): Composer | null {
  const frame = lowestFrame(rows);
  if (!frame || frame.top < 0 || !PROMPT.test(rows[frame.from] ?? "")) return null;
  const below = findList(rows, frame.end);
  const suggests = below.length > 0 && below.every(({ label }) => /^[/@]/.test(label));
  if (!suggests && (below.length > 0 || !isFooter(rows.slice(frame.end)))) return null;
  const [first = "", ...more] = rows.slice(frame.from, frame.to);
  return {
    top: frame.top,
    prompt: frame.from,
    // Below suggestions the keys are theirs.
    end: suggests ? rows.length : frame.end,
    text: [first.replace(PROMPT, ""), ...more.map((row) => row.trim())].join("\n").trim(),
  };
}

/** What the user said earlier stands below a line with a `>`, too. */
function isFooter(rows: readonly string[]): boolean {
  return (
    rows.length <= MAX_BELOW &&
    !rows.some((row) => PROMPT.test(row) || TRANSCRIPT.test(row) || SURVEY.test(row))
  );
}

function findDialog(rows: readonly string[]): Dialog | null {
  const options = findList(rows, 0);
  if (options.length === 0) return findSurvey(rows);
  const below = options.at(-1)?.end ?? rows.length;
  const first = options[0]?.row ?? 0;
  if (!endsHere(rows, below)) return null;
  // No line: it begins where the transcript ends.
  const line = rows.findLastIndex((row, at) => at < first && (isLine(row) || TRANSCRIPT.test(row)));
  const top = line >= 0 && isLine(rows[line] ?? "") ? line : line + 1;
  return toDialog(rows, top, line + 1, options, below);
}

/** A poll in the composer's place. It asks for nothing that the work waits for. */
function findSurvey(rows: readonly string[]): Dialog | null {
  const at = rows.findLastIndex((row) => SURVEY.test(row));
  if (at < 0 || rows.length - at > MAX_BELOW || rows.slice(at).some(isLine)) return null;
  return toDialog(rows, at, at, [], rows.length);
}

/** The list with the cursor; where that is drawn with colour alone, numbers below a question. */
function findList(rows: readonly string[], from: number): readonly Option[] {
  const first = Math.max(from, rows.length - MAX_LIST);
  const marked = findLooseList(rows, first, rows.length, CURSOR);
  if (marked.length > 0) return marked;
  const numbered = findNumbered(rows, first, rows.length);
  const asked = skipBlank(rows, numbered[0]?.row ?? 0) - 1;
  return rows[asked]?.endsWith("?") ? numbered : [];
}

/** Below its list a dialog has keys, and the row of keys and model. */
function endsHere(rows: readonly string[], below: number): boolean {
  const rest = rows.slice(below).filter(Boolean);
  return rest.length <= MAX_BELOW && !rest.some((row) => isLine(row) || TRANSCRIPT.test(row));
}

/** What is to be allowed, set off below its name. */
export function askedOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  const name = heading.rows.findIndex((row) => /^ *Requesting permission for:/.test(row));
  if (name < 0) return questionOf({ top, heading } as Dialog, rows);
  const rest = heading.rows.slice(name + 1);
  const end = rest.findIndex((row) => row === "" || indentOf(row) === 0);
  const quoted = rest.slice(0, end < 0 ? undefined : end);
  const inline = /for:\s*(\S.*)$/.exec(heading.rows[name] ?? "")?.[1] ?? null;
  return toText(quoted, widthOf(rows.slice(top))) ?? inline;
}

/** All of it but the rows that only name its kind. */
export function questionOf({ top, heading }: Dialog, rows: readonly string[]): string | null {
  return (
    toText(heading.rows, widthOf(rows.slice(top)))?.replace(/^Question \d+\/\d+: */m, "") ?? null
  );
}
