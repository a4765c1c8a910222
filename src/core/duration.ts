import { AppError } from "./errors.ts";

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const MAX_MS = 7 * 24 * 3_600_000;

/**
 * `300` (seconds), `500ms`, `1.5s`, `5m`, `2h` → milliseconds.
 * @throws AppError E_USAGE, naming the value
 */
export function parseDuration(text: string, option: string): number {
  const [, digits, unit = "s"] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text) ?? [];
  const ms = digits === undefined ? Number.NaN : Number(digits) * UNITS[unit]!;
  if (Number.isFinite(ms) && ms <= MAX_MS) return Math.round(ms);
  throw new AppError(
    "E_USAGE",
    `${option}: "${text}" is no duration.`,
    "Write seconds (300), or a number with ms, s, m or h (500ms, 5m), at most 168h.",
  );
}

/** A span for people, one unit: `0s`, `42s`, `7m`, `3h`, `12d`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
