import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { LogEntry, LogRules } from "../agents/_log.ts";

/** An open log. Null when it is none, or can't be read. */
export function withLog<T>(path: string, use: (fd: number, size: number) => T): T | null {
  try {
    // Never a pipe: opening one would wait for its writer.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stat = fstatSync(fd);
      return stat.isFile() ? use(fd, stat.size) : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** The whole lines between two places that can matter. */
export function* linesBetween(
  fd: number,
  from: number,
  to: number,
  { needles }: Pick<LogRules, "needles">,
): Generator<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from);
  const length = readSync(fd, bytes, 0, bytes.length, from);
  let begin = from === 0 ? 0 : bytes.indexOf(10) + 1;
  for (let end = bytes.indexOf(10, begin); end >= 0 && end < length;) {
    const line = bytes.subarray(begin, end);
    if (needles.some((needle) => line.includes(needle))) yield line;
    begin = end + 1;
    end = bytes.indexOf(10, begin);
  }
}

/** A record that is longer, behind one that was cut off, is lost. */
const MOST_JOINED = 1 << 20;
const MOST_TRIES = 64;

export function readLine(line: Buffer, rules: LogRules): readonly LogEntry[] {
  try {
    return rules.read(parseRecord(line.toString("utf8")));
  } catch {
    return [];
  }
}

/** Who goes on with a log that was cut off in the middle of a line writes behind that: the last whole record. */
function parseRecord(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    let at = line.length > MOST_JOINED ? -1 : line.indexOf('{"', 1);
    for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
      try {
        return JSON.parse(line.slice(at));
      } catch {
        at = line.indexOf('{"', at + 1);
      }
    }
    throw error;
  }
}
