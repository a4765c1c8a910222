import { registry } from "../agents/_registry.ts";
import type { Turn } from "../core/turns.ts";
import { foldTurns } from "../pipeline/fold-turns.ts";
import { readRows } from "./database.ts";
import { linesBetween, readLine, withLog } from "./log-lines.ts";

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
  if (rules.database) {
    try {
      return lastOf(foldTurns(readRows(rules, path, nativeId ?? "")), count);
    } catch {
      return null;
    }
  }
  return withLog(path, (fd, size) => {
    for (let bytes = FIRST_BYTES; ; bytes *= 8) {
      const all = bytes >= size || bytes >= MAX_BYTES;
      const lines = linesBetween(fd, Math.max(0, size - bytes), size, rules);
      const turns = foldTurns([...lines].flatMap((line) => readLine(line, rules)));
      // The first may have begun before.
      const whole = all ? turns : turns.filter(({ prompt }) => prompt !== null);
      const last = lastOf(whole, count);
      if (last.length >= count || all) return last;
    }
  });
}

function lastOf(turns: readonly Turn[], count: number): Turn[] {
  return turns.filter(({ answer }) => answer !== null).slice(-count);
}
