/** What is wrong in `ccmux.json`, and how it is named. Apart from the schema, which costs 90 ms. */

/** An entry that does not count, or a file that does not. */
export interface ConfigProblem {
  /** `agents.helper.screen.rules[0].match`; `ccmux.json:3:17` where the file does not parse. */
  key: string;
  /** What was written there, as JSON, shortened; empty where there is nothing to show. */
  value: string;
  /** What is wrong with it. */
  message: string;
  /** What to write instead, as one sentence. */
  hint: string;
}

export type Path = readonly PropertyKey[];

const MAX_SHOWN = 60;

/** `agents.helper.screen.rules[0].match` */
export function formatKey(path: Path): string {
  const parts = path.map((part) =>
    typeof part === "number" ? `[${part}]` : `.${clean(String(part))}`,
  );
  return parts.join("").replace(/^\./, "");
}

/** A value as JSON, in one line that a terminal can show. */
export function formatValue(value: unknown): string {
  return clean(JSON.stringify(value) ?? "");
}

/** One line, without what to do. */
export function formatProblem({ key, value, message }: ConfigProblem): string {
  return value ? `${key}: ${value} ${message}` : `${key} ${message}`;
}

function clean(text: string): string {
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  return short.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
