/** What a terminal obeys: controls of C0 and C1, and marks that turn the order in which text is shown. Not tab and line feed. */
const OBEYED =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Those of them that JSON leaves as they are. */
const LEFT_BY_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What one space stands for in a line, but for one space: most texts have none of it, and are left as they are. */
const WIDE = /\s{2,}|[^\S ]/g;

/** One line, and nothing that a terminal would obey: much of what we show is an agent's text. */
export function clean(text: string): string {
  return text.replace(OBEYED, " ").replace(WIDE, " ").trim();
}

/** Its lines as they are, without what a terminal would obey. */
export function cleanLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(OBEYED, "");
}

/** JSON of the same value that a terminal may be shown. */
export function cleanJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    LEFT_BY_JSON,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
