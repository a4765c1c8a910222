/** The text without such characters at its end. A pattern (`x+$`) would take the square of the length of a run elsewhere. */
export function withoutEnd(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}
