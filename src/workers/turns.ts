import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { LogEntry, LogRules } from "../agents/_log.ts";
import { registry } from "../agents/_registry.ts";
import type { Turn } from "../core/turns.ts";
import { foldTurns } from "../pipeline/fold-turns.ts";
import { readRows } from "./database.ts";

export interface TurnsInput {
  agent: string;
  path: string;
  /** The conversation, where the file is a database of many. */
  nativeId: string | null;
  /** How many, from the end. */
  count: number;
}

/** From the end, the more the more turns are wanted. */
const FIRST_BYTES = 1 << 20;
const MAX_BYTES = 64 << 20;

/** The last turns that have an answer, the oldest first; null when the log can't be read. */
export function readTurns({ agent, path, nativeId, count }: TurnsInput): Turn[] | null {
  const rules = registry.get(agent)?.log;
  if (!rules) return null;
  try {
    if (rules.database) return lastOf(foldTurns(readRows(rules, path, nativeId ?? "")), count);
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return null;
      for (let bytes = FIRST_BYTES; ; bytes *= 8) {
        const all = bytes >= stat.size || bytes >= MAX_BYTES;
        const turns = foldTurns(entriesOf(fd, Math.max(0, stat.size - bytes), stat.size, rules));
        // The first may have begun before.
        const whole = all ? turns : turns.filter(({ prompt }) => prompt !== null);
        const last = lastOf(whole, count);
        if (last.length >= count || all) return last;
      }
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

function lastOf(turns: readonly Turn[], count: number): Turn[] {
  return turns.filter(({ answer }) => answer !== null).slice(-count);
}

function entriesOf(fd: number, from: number, to: number, rules: LogRules): LogEntry[] {
  const bytes = Buffer.allocUnsafe(to - from);
  const length = readSync(fd, bytes, 0, bytes.length, from);
  const entries: LogEntry[] = [];
  let begin = from === 0 ? 0 : bytes.indexOf(10) + 1;
  for (let end = bytes.indexOf(10, begin); end >= 0 && end < length;) {
    const line = bytes.subarray(begin, end);
    if (rules.needles.some((needle) => line.includes(needle))) entries.push(...read(line, rules));
    begin = end + 1;
    end = bytes.indexOf(10, begin);
  }
  return entries;
}

function read(line: Buffer, rules: LogRules): readonly LogEntry[] {
  try {
    return rules.read(JSON.parse(line.toString("utf8")));
  } catch {
    return [];
  }
}
