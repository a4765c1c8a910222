/** JSON that was cut off somewhere: what was complete by then. Null when there is nothing. Pure. */
export function parseCutJson(text: string): unknown {
  const closers: string[] = [];
  let whole = { end: 0, closers: "" };
  let inString = false;
  const mark = (end: number): void => {
    whole = { end, closers: closers.toReversed().join("") };
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      mark(at + 1);
    } else if (char === "}" || char === "]") {
      closers.pop();
      mark(at + 1);
    } else if (char === ",") mark(at);
  }
  try {
    return JSON.parse(text.slice(0, whole.end) + whole.closers) as unknown;
  } catch {
    return null;
  }
}
