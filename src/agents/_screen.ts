/**
 * Reads a pane by structure. An agent's `layout` says what stands at the bottom of the screen: the
 * composer, or the dialog that took its place. Its rules, in order, look at one region each, never
 * at a word anywhere; the first that matches decides. Pure; never throws.
 */
import type { Ask, LastError } from "../core/types.ts";
import type { Block, Dialog } from "./_dialog.ts";
import { isRule, paragraphStart, skipBlank, toRows, toText, unbox, widthOf } from "./_rows.ts";
import type { Composer, Refusal, Region, ScreenRule, ScreenSpec } from "./_spec.ts";
import type { Capture, ScreenReading, ScreenRules } from "./define.ts";

export function screenRules(spec: ScreenSpec): ScreenRules {
  return {
    quiet: spec.quiet,
    examples: spec.examples,
    rules: spec.rules,
    spec,
    read: (capture) => read(spec, capture),
  };
}

/** Rows of the region `tail`. */
const TAIL = 12;

/** A region's text and the row it begins on. */
interface Piece {
  row: number;
  text: string;
}

function read(spec: ScreenSpec, capture: Capture): ScreenReading {
  const { rows: drawn, offset } = toRows(capture.lines);
  const rows = spec.clean?.(drawn) ?? drawn;
  const layout = spec.layout(rows);
  const { composer, dialog } = layout;
  const said = composer && (composer.said ?? paragraphAbove(rows, composer, spec.between));
  const status = said ? rows.slice(said.from, said.to) : [];
  const footer = composer ? rows.slice(composer.end) : [];
  const pieces: Record<Region, readonly Piece[]> = {
    title: capture.title === null || layout.gone ? [] : [{ row: -1, text: capture.title.trim() }],
    heading: dialog ? [block(dialog.heading)] : [],
    options: dialog ? [options(dialog)] : [],
    hint: dialog ? [block(dialog.hint)] : [],
    dialog: dialog ? [block(allOf(dialog, rows))] : [],
    // Nearest the composer first.
    status: status.map((text, index) => ({ row: (said?.from ?? 0) + index, text })).toReversed(),
    composer: composer ? [{ row: composer.prompt, text: composer.text }] : [],
    footer: composer ? footer.map((text, index) => ({ row: composer.end + index, text })) : [],
    tail: layout.gone ? [] : [tailOf(rows)],
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
    written: composer?.text ?? null,
    promptRow: composer ? composer.prompt + offset : null,
    options: (dialog?.options ?? []).map(({ row, label, digit, selected }) => ({
      row: row + offset,
      label,
      digit,
      selected,
    })),
    bodyEnd: body + offset,
    titleSpeaks:
      capture.title !== null &&
      !layout.gone &&
      spec.titleSpeaks(capture.title.trim(), capture.project),
    background: composer ? spec.background(status, footer) : null,
    lastError:
      composer && hit?.rule.status === "idle"
        ? toFailure(failedRows(rows, composer, status, spec.failure), widthOf(rows.slice(body)))
        : null,
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
 * First row of what belongs to the composer: the nearest paragraph above it. Paragraphs of rows that
 * an agent puts `between` do not count.
 */
function paragraphAbove(
  rows: readonly string[],
  { top }: Composer,
  between: RegExp,
): { from: number; to: number } {
  let start = top;
  for (let steps = 0; steps < 8; steps += 1) {
    const end = skipBlank(rows, start);
    if (end === 0) break;
    start = paragraphStart(rows, end);
    const rule = rows.slice(start, end).findLastIndex(isRule);
    if (rule >= 0) return { from: start + rule + 1, to: top };
    if (!rows.slice(start, end).every((row) => between.test(row))) break;
  }
  return { from: start, to: top };
}

function block({ row, rows }: Block): Piece {
  const blank = Math.max(0, rows.findIndex(Boolean));
  return { row: row + blank, text: rows.slice(blank).map(unbox).join("\n") };
}

function tailOf(rows: readonly string[]): Piece {
  const row = Math.max(0, rows.length - TAIL);
  return { row, text: rows.slice(row).map(unbox).join("\n") };
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
  const heading = dialog?.heading.rows.map(unbox).filter((row) => !isRule(row)) ?? [];
  const text =
    match.groups?.text ??
    (dialog && rule.text?.(dialog, rows)) ??
    toText(heading, widthOf(rows.slice(dialog?.top)));
  return { kind: rule.kind ?? "other", tool, text };
}

/** From its first words to the end of the screen. */
function allOf({ heading }: Dialog, rows: readonly string[]): Block {
  return { row: heading.row, rows: rows.slice(heading.row) };
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

function failedRows(
  rows: readonly string[],
  composer: Composer,
  status: readonly string[],
  failure: ScreenSpec["failure"],
): readonly string[] {
  if (typeof failure === "function") return failure(rows, composer);
  const at = status.findLastIndex((row) => failure.test(row));
  const end = status.findIndex((row, index) => index > at && row === "");
  return at < 0 ? [] : status.slice(at, end < 0 ? undefined : end);
}

function toFailure(rows: readonly string[], width: number): LastError | null {
  const text = toText(rows, width)?.replace(/^[●⏺■⎿✕✗] */, "");
  if (!text) return null;
  const limit = /\b429\b|\brate.?limit|\busage limit|\bhit your\b/i.test(text);
  return { code: limit ? "rate_limit" : "api_error", text };
}
