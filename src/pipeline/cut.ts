import type { Ask, LastError } from "../core/types.ts";

/** A row, its events and whoever reads them hold no more of a text that an agent, its hooks or its log tell. */
const MAX_TEXT = 2000;
const MAX_NAME = 300;

export const cutText = <T extends string | null>(text: T): T =>
  text && (text.slice(0, MAX_TEXT) as T);

export const cutName = <T extends string | null>(name: T): T =>
  name && (name.slice(0, MAX_NAME) as T);

export function cutAsk(ask: Ask | null): Ask | null {
  return ask && { ...ask, tool: cutName(ask.tool), text: cutText(ask.text) };
}

export function cutError(error: LastError | null): LastError | null {
  return error && { ...error, text: cutText(error.text) };
}
