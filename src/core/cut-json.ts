/** A bracket that is open, and what it stands in. */
interface Open {
  closer: string;
  outer: Open | null;
}

/** JSON that was cut off somewhere: what was complete by then. Null when there is nothing. Pure. */
export function parseCutJson(text: string): unknown {
  let open = null as Open | null;
  // A chain, so that it costs nothing to remember how it was: there may be a bracket at every place.
  let whole = { end: 0, open };
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      open = { closer: char === "{" ? "}" : "]", outer: open };
      whole = { end: at + 1, open };
    } else if (char === "}" || char === "]") {
      open = open?.outer ?? null;
      whole = { end: at + 1, open };
    } else if (char === ",") whole = { end: at, open };
  }
  let closers = "";
  for (let one = whole.open; one !== null; one = one.outer) closers += one.closer;
  try {
    return JSON.parse(text.slice(0, whole.end) + closers) as unknown;
  } catch {
    return null;
  }
}
