import { createScanner } from "jsonc-parser";

/** How a text of JSON is laid out. */
export interface Style {
  eol: "\n" | "\r\n";
  /** One step of indentation. */
  unit: string;
  /** All of it is one line without spaces. */
  isCompact: boolean;
}

export function styleOf(text: string): Style {
  const [first = ""] = /\r?\n/.exec(text) ?? [];
  const body = text.trim();
  return {
    eol: first === "\r\n" ? "\r\n" : "\n",
    unit: /\{\s*?\n([ \t]+)"/.exec(text.slice(0, 10_000))?.[1] ?? "  ",
    isCompact: !body.includes("\n") && /[^\s{}]/.test(body),
  };
}

/** A value as text, on one line; but an object has a line for each of its keys where `indent` is that of its first. */
export function toSource(value: unknown, style: Style, indent: string | null): string {
  if (style.isCompact) return JSON.stringify(value);
  if (indent === null || typeof value !== "object" || value === null || Array.isArray(value))
    return onOneLine(value);
  const lines = Object.entries(value).map(
    ([key, one]) => `${style.eol}${indent}${style.unit}${JSON.stringify(key)}: ${onOneLine(one)}`,
  );
  return `{${lines.join(",")}${style.eol}${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`,
  );
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}

const COMMENTS_AND_SPACE: readonly number[] = [12, 13, 14, 15];

/** The offset of the next token that is neither space nor comment. */
export function skipTrivia(text: string, offset: number): number {
  const scanner = createScanner(text);
  scanner.setPosition(offset);
  let token: number = scanner.scan();
  while (COMMENTS_AND_SPACE.includes(token)) token = scanner.scan();
  return scanner.getTokenOffset();
}
