import { withoutEnd } from "../core/without-end.ts";

/** How a text gets into a composer. A tab is pasted too: as a key it completes, or queues. */
export interface Typing {
  text: string;
  /** In one bracketed paste; else key by key. */
  paste: boolean;
}

const PASTE_OVER_BYTES = 200;

/**
 * What may be typed of a text: line ends are line feeds, and control characters, which a terminal would
 * obey, are left out; with them goes an end-of-paste that hides in the text. Pure.
 * @param pastes the agent is pasted to however short it is
 */
export function toTyping(raw: string, pastes = false): Typing {
  const kept = raw
    .replace(/\r\n?/g, "\n")
    .replace(/\x1b\[20[01]~/g, "")
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  const text = withoutEnd(kept, "\n");
  return {
    text,
    paste:
      pastes || /[\n\t]/.test(text) || new TextEncoder().encode(text).length > PASTE_OVER_BYTES,
  };
}

/**
 * A piece of the text to look for in the composer: the end of its last line, which is shown even where
 * the rest has scrolled out. White space does not count, because agents wrap as they like.
 */
export function fingerprint(text: string): string {
  return squeeze(text).slice(-24);
}

export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0│┃]+/g, "");
}
