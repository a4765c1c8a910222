/** One line, and nothing that a terminal would obey: much of what we show is an agent's text. */
export function clean(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
}
