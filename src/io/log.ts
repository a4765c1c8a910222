import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { clean } from "../core/clean.ts";

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

type Level = "info" | "warn" | "error";
/** Whoever watches the daemon in a terminal gets each entry too. */
export type Echo = (level: Level, text: string) => void;

const MAX_BYTES = 1 << 20;
const KEEP = 3;
const MAX_LINE = 2000;

/**
 * The daemon's log: one line an entry, rotated at 1 MiB, three old files kept, private by mode.
 * Some of what it is given was written by agents: escapes and line breaks never reach the file.
 */
export function createLog(path: string, now: () => number, echo?: Echo): Log {
  let bytes = existsSync(path) ? statSync(path).size : 0;
  const write = (level: Level, message: string): void => {
    const text = clean(toLine(message));
    echo?.(level, text);
    const line = `${new Date(now()).toISOString()} ${level.padEnd(5)} ${text}\n`;
    try {
      if (bytes + line.length > MAX_BYTES) rotate(path);
      if (bytes === 0 || bytes + line.length > MAX_BYTES) bytes = 0;
      const fresh = !existsSync(path);
      appendFileSync(path, line, { mode: 0o600 });
      if (fresh) chmodSync(path, 0o600);
      bytes += line.length;
    } catch {
      // A full disk must not end the daemon: the entry is lost.
    }
  };
  return {
    info: (message) => write("info", message),
    warn: (message) => write("warn", message),
    error: (message, cause) =>
      write("error", cause === undefined ? message : `${message}: ${describe(cause)}`),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function rotate(path: string): void {
  for (let n = KEEP - 1; n >= 1; n--)
    if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
  if (existsSync(path)) renameSync(path, `${path}.1`);
}

function toLine(text: string): string {
  return stripVTControlCharacters(text).replace(/\n\s*/g, " | ").slice(0, MAX_LINE);
}
