import { parseDuration } from "./duration.ts";
import { AppError } from "./errors.ts";
import { parseSeq } from "./seq.ts";

/** From where on: after an event of this history, or from a moment on (epoch milliseconds). */
export type Since = { epoch: string; n: number } | { at: number };

const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * A seq, a moment (`2026-11-30`, `2026-11-30T14:05`, with or without a zone) or a duration back from now (`15m`).
 * @throws AppError E_USAGE, naming the value
 */
export function parseSince(text: string, now: number, option: string): Since {
  const seq = parseSeq(text);
  if (seq) return seq;
  const at = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { at };
  try {
    return { at: now - parseDuration(text, option) };
  } catch {
    throw new AppError(
      "E_USAGE",
      `${option}: "${text}" is no seq, time or duration.`,
      "Give the `seq` of an event, a time (2026-11-30T14:05) or a duration (90s, 15m, 2h, at most 168h).",
    );
  }
}
