/**
 * Reads a pane by structure. An agent's `layout` says what stands at the bottom of the screen: the
 * composer, or the dialog that took its place. Its rules, in order, look at one region each, never
 * at a word anywhere; the first that matches decides. Pure; never throws.
 */
import type { Ask, AttentionKind, LastError, Status } from "../core/types.ts";
import type { Block, Dialog } from "./_dialog.ts";
import { indentOf, isRule, paragraphStart, skipBlank, toRows, toText, unbox } from "./_rows.ts";
import type { Capture, ScreenExample, ScreenReading, ScreenRules } from "./define.ts";

export interface Refusal {
  rule: string;
  because: string;
}

export interface Composer {
  /** First row, its frame included. */
  top: number;
  /** The row of its prompt sign. */
  prompt: number;
  /** First row below, its frame included: the footer. */
  end: number;
  /** What is written in it, placeholder or draft. */
  text: string;
}

export interface Layout {
  composer: Composer | null;
  dialog: Dialog | null;
  /** The agent does not have the screen: then its title is a leftover too. */
  gone: boolean;
  refused: readonly Refusal[];
}

/**
 * `title`; `heading`, `options`, `hint`: the dialog's; `dialog`: all of it; `status`: rows right above
 * the composer; `composer`: what is written in it; `footer`: rows below it.
 */
export type Region =
  | "title"
  | "heading"
  | "options"
  | "hint"
  | "dialog"
  | "status"
  | "composer"
  | "footer";

export interface ScreenRule {
  name: string;
  region: Region;
  /** On each row of `status` and `footer`, on the whole text of every other region. */
  match: RegExp;
  /** What looks the same and is not. */
  except?: { match: RegExp; because: string };
  status: Status;
  kind?: AttentionKind;
  tool?: string | ((match: RegExpExecArray) => string | null);
  /** The agent's words. Without it: all of the dialog's heading. */
  text?: (dialog: Dialog, rows: readonly string[]) => string | null;
}

export interface ScreenSpec {
  layout(rows: readonly string[]): Layout;
  rules: readonly ScreenRule[];
  /** What the agent itself writes into an empty composer. */
  placeholder: RegExp;
  titleSpeaks(title: string, project: string | null): boolean;
  /** From the rows around the composer; null when they do not say. */
  background(status: readonly string[], footer: readonly string[]): number | null;
  /** First row of the paragraph above the composer when the turn has failed. */
  failure: RegExp;
  quiet: boolean;
  examples: readonly ScreenExample[];
}

export function screenRules(spec: ScreenSpec): ScreenRules {
  return {
    quiet: spec.quiet,
    examples: spec.examples,
    rules: spec.rules,
    read: (capture) => read(spec, capture),
  };
}

/** A region's text and the row it begins on. */
interface Piece {
  row: number;
  text: string;
}

function read(spec: ScreenSpec, capture: Capture): ScreenReading {
  const { rows, offset } = toRows(capture.lines);
  const layout = spec.layout(rows);
  const { composer, dialog } = layout;
  const above = composer ? statusStart(rows, composer.top) : rows.length;
  const status = composer ? rows.slice(above, composer.top) : [];
  const footer = composer ? rows.slice(composer.end) : [];
  const pieces: Record<Region, readonly Piece[]> = {
    title: capture.title === null || layout.gone ? [] : [{ row: -1, text: capture.title.trim() }],
    heading: dialog ? [block(dialog.heading)] : [],
    options: dialog ? [options(dialog)] : [],
    hint: dialog ? [block(dialog.hint)] : [],
    dialog: dialog ? [{ row: dialog.top, text: rows.slice(dialog.top).join("\n") }] : [],
    // Nearest the composer first.
    status: status.map((text, index) => ({ row: above + index, text })).toReversed(),
    composer: composer ? [{ row: composer.prompt, text: composer.text }] : [],
    footer: composer ? footer.map((text, index) => ({ row: composer.end + index, text })) : [],
  };

  const refused = [...layout.refused];
  const hit = decide(spec.rules, pieces, refused);
  const body = composer?.top ?? dialog?.top ?? rows.length;
  return {
    status: hit?.rule.status ?? "unknown",
    ask: hit ? toAsk(hit.rule, hit.match, dialog, rows) : null,
    rule: hit?.rule.name ?? null,
    where: hit ? toWhere(hit.piece, hit.match, rows, offset) : null,
    composer: composer ? (isEmpty(composer.text, spec.placeholder) ? "empty" : "draft") : "none",
    bodyEnd: body + offset,
    titleSpeaks:
      capture.title !== null &&
      !layout.gone &&
      spec.titleSpeaks(capture.title.trim(), capture.project),
    background: composer ? spec.background(status, footer) : null,
    lastError: hit?.rule.status === "idle" ? toFailure(status, spec.failure) : null,
    refused,
  };
}

interface Hit {
  rule: ScreenRule;
  piece: Piece;
  match: RegExpExecArray;
}

function decide(
  rules: readonly ScreenRule[],
  pieces: Record<Region, readonly Piece[]>,
  refused: Refusal[],
): Hit | null {
  for (const rule of rules) {
    for (const piece of pieces[rule.region]) {
      const match = rule.match.exec(piece.text);
      if (!match) continue;
      if (!rule.except?.match.test(piece.text)) return { rule, piece, match };
      refused.push({ rule: rule.name, because: rule.except.because });
    }
  }
  return null;
}

/**
 * First row of what belongs to the composer: the nearest paragraph above it that begins at the left
 * edge. What is indented (tips, tasks, hints at the right) stands between.
 */
function statusStart(rows: readonly string[], top: number): number {
  let start = top;
  for (let steps = 0; steps < 8; steps += 1) {
    const end = skipBlank(rows, start);
    if (end === 0) break;
    start = paragraphStart(rows, end);
    const rule = rows.slice(start, end).findLastIndex(isRule);
    if (rule >= 0) return start + rule + 1;
    if (rows.slice(start, end).some((row) => indentOf(row) < 2)) break;
  }
  return start;
}

function block({ row, rows }: Block): Piece {
  const blank = Math.max(0, rows.findIndex(Boolean));
  return { row: row + blank, text: rows.slice(blank).map(unbox).join("\n") };
}

function options(dialog: Dialog): Piece {
  const text = dialog.options.map(({ label }) => label).join("\n");
  return { row: dialog.options[0]?.row ?? dialog.top, text };
}

function toAsk(
  rule: ScreenRule,
  match: RegExpExecArray,
  dialog: Dialog | null,
  rows: readonly string[],
): Ask | null {
  if (rule.status !== "waiting") return null;
  const tool = typeof rule.tool === "function" ? rule.tool(match) : (rule.tool ?? null);
  const text = dialog && ((rule.text ?? allOfHeading)(dialog, rows) ?? allOfHeading(dialog));
  return { kind: rule.kind ?? "other", tool, text: text || null };
}

function allOfHeading(dialog: Dialog): string | null {
  return toText(dialog.heading.rows.filter((row) => !isRule(row)));
}

function toWhere(
  piece: Piece,
  match: RegExpExecArray,
  rows: readonly string[],
  offset: number,
): { row: number; text: string } {
  if (piece.row < 0) return { row: -1, text: piece.text };
  const found = match[0].search(/\S/);
  const before = piece.text.slice(0, match.index + Math.max(0, found));
  const row = piece.row + before.split("\n").length - 1;
  return { row: row + offset, text: (rows[row] ?? "").trim() };
}

function isEmpty(text: string, placeholder: RegExp): boolean {
  return text.trim() === "" || placeholder.test(text.trim());
}

function toFailure(status: readonly string[], failure: RegExp): LastError | null {
  const at = status.findLastIndex((row) => failure.test(row));
  if (at < 0) return null;
  const end = status.findIndex((row, index) => index > at && row === "");
  const text = toText(status.slice(at, end < 0 ? undefined : end)) ?? "";
  const limit = /\b429\b|\brate.?limit|\busage limit|\bhit your\b/i.test(text);
  return { code: limit ? "rate_limit" : "api_error", text };
}
