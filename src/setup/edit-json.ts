/**
 * Edits of JSON as people keep it, with comments, trailing commas and a layout of their own: what is not ours stays
 * as it is, to the byte. Each edit is against one text; its nodes are of that text only.
 */
import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { skipTrivia, styleOf, toSource } from "./json-style.ts";

export type { Node };

interface Edit {
  offset: number;
  length: number;
  text: string;
}

/** The tree; null for a text without a value. A string says why it does not parse, and where. */
export function parseJson(text: string): Node | null | string {
  if (last?.text !== text) last = { text, tree: parse(text) };
  return last.tree;
}

/** Of one text many things are asked in a row, and it may have megabytes. */
let last: { text: string; tree: Node | null | string } | null = null;

function parse(text: string): Node | null | string {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
    const [error] = errors;
    if (!error) return tree ?? null;
    const words = printParseErrorCode(error.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
    const lines = text.slice(0, error.offset).split("\n");
    return `${words.toLowerCase()} in line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
  } catch {
    return "it is nested too deeply";
  }
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (all, { offset, length, text }) => all.slice(0, offset) + text + all.slice(offset + length),
      text,
    );
}

/** At the end of an object (with keys) or a list (with none). */
export function append(
  text: string,
  container: Node,
  entries: readonly (readonly [key: string | null, value: unknown])[],
): string {
  const style = styleOf(text);
  const { open, close } = insideOf(container);
  const last = container.children?.at(-1);
  const isInline =
    style.isCompact || (last !== undefined && !text.slice(open, close).includes("\n"));
  const outer = indentAt(text, container.offset);
  const indent =
    last && startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + style.unit;
  const sources = entries.map(([key, value]) => {
    if (key === null) return toSource(value, style, null);
    const source = toSource(value, style, isInline ? null : indent);
    return `${JSON.stringify(key)}:${style.isCompact ? "" : " "}${source}`;
  });
  if (isInline) {
    const at = last ? end(last) : close;
    const gap = style.isCompact ? "," : ", ";
    const source = `${last ? gap : ""}${sources.join(gap)}`;
    return applyEdits(text, [{ offset: at, length: 0, text: source }]);
  }
  const lines = sources.map((source) => style.eol + indent + source).join(",");
  if (last) return applyEdits(text, below(text, end(last), lines));
  const kept = open + text.slice(open, close).trimEnd().length;
  return text.slice(0, kept) + lines + style.eol + outer + text.slice(close);
}

/** After what stands last, and after a comment that belongs to its line. */
function below(text: string, offset: number, lines: string): Edit[] {
  const comma = commaAfter(text, offset);
  const from = comma === null ? offset : comma + 1;
  const note = /^(?:[ \t]*\/\*.*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/.exec(text.slice(from))![0];
  const to = from + note.length;
  if (comma !== null) return [{ offset: to, length: 0, text: `${lines},` }];
  if (to === from) return [{ offset: to, length: 0, text: `,${lines}` }];
  return [
    { offset: from, length: 0, text: "," },
    { offset: to, length: 0, text: lines },
  ];
}

export function replace(text: string, { offset, length }: Node, value: unknown): string {
  return applyEdits(text, [{ offset, length, text: toSource(value, styleOf(text), null) }]);
}

/** Takes a property of an object, or an item of a list, out: with its comma, and its lines where it has them alone. */
export function remove(text: string, child: Node): string {
  const siblings = child.parent!.children!;
  const { open, close } = insideOf(child.parent!);
  const at = siblings.indexOf(child);
  const comma = commaAfter(text, end(child));
  const to = comma === null ? end(child) : comma + 1;
  const isAlone = (text.slice(open, child.offset) + text.slice(to, close)).trim() === "";
  if (isAlone) return cut(text, open, close);
  if (at < siblings.length - 1) return cutLine(text, child.offset, to);

  // What stands before it is the last now, and keeps its comma only where this one had one.
  const before = at > 0 ? commaAfter(text, end(siblings[at - 1]!))! : null;
  const from = text.slice(0, child.offset).trimEnd().length;
  const isAfterComment = from > (before ?? open - 1) + 1;
  const isClosedOnLine = !/^[ \t]*\r?\n/.test(text.slice(to));
  const shorter = cut(text, isAfterComment && isClosedOnLine ? child.offset : from, to);
  return before !== null && comma === null ? cut(shorter, before, before + 1) : shorter;
}

/** With the line's own space and end where nothing else is on it. */
function cutLine(text: string, from: number, to: number): string {
  const [space, eol] = /^[ \t]*(\r?\n)?/.exec(text.slice(to))!;
  if (eol !== undefined && startsLine(text, from))
    return cut(text, from - indentAt(text, from).length, to + space.length);
  return cut(text, from, to + space.length - (eol?.length ?? 0));
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

function insideOf(container: Node): { open: number; close: number } {
  return { open: container.offset + 1, close: end(container) - 1 };
}

function end({ offset, length }: Node): number {
  return offset + length;
}

/** Where the comma after a value is; null when none follows. */
function commaAfter(text: string, offset: number): number | null {
  const at = skipTrivia(text, offset);
  return text[at] === "," ? at : null;
}

function startsLine(text: string, offset: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, offset - 500), offset));
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line.slice(0, 500))![0];
}
