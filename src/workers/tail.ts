import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { registry } from "../agents/_registry.ts";
import type { LogRules } from "../agents/_log.ts";
import { tailDatabase } from "./database.ts";
import { readLine } from "./log-lines.ts";
import { foldLog, NO_LOG, type LogState } from "../pipeline/fold-log.ts";

/** How far a log has been read. Plain data. */
export interface LogTail {
  dev: number;
  ino: number;
  /** Where the first line begins that is not complete yet. */
  offset: number;
  size: number;
  mtimeMs: number;
  /** The line at `offset` is longer than any that matters: what follows up to its end is skipped. */
  skipping: boolean;
  log: LogState;
}

export interface TailInput {
  agent: string;
  path: string;
  /** The conversation, where the file is a database of many. */
  nativeId: string | null;
  /** Null: never read, or another file by now. */
  tail: LogTail | null;
}

export type TailResult =
  /** `more`: this was a part, ask again. */
  { state: "read"; tail: LogTail; more: boolean } | { state: "same" } | { state: "gone" };

const CHUNK = 1 << 20;
/** At a time, so that a task is over in some ten milliseconds. */
const MAX_BYTES = 16 << 20;
/** Who is further behind does not read up to the end: it begins as with a log never seen. */
const MAX_BEHIND = 64 << 20;
/** A longer line is an image, or an output: nothing that tells a status. */
const MAX_LINE = 4 << 20;
/** Of a log never seen before: where its first facts are, and what can still matter. */
const HEAD = 256 << 10;
const END = 512 << 10;

/** Reads what a log has more than the last time. What was cut or replaced is read anew. */
export function tailLog({ agent, path, nativeId, tail }: TailInput): TailResult {
  const rules = registry.get(agent)?.log;
  if (rules?.database) return tailDatabase(rules, path, nativeId, tail);
  let fd: number;
  try {
    // Never a pipe: opening one would wait for its writer.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return { state: "gone" };
  }
  try {
    const { dev, ino, size, mtimeMs, isFile } = statOf(fd);
    if (!isFile || !rules) return { state: "gone" };
    const same = tail && tail.dev === dev && tail.ino === ino ? tail : null;
    if (same && same.size === size && same.mtimeMs === mtimeMs) return { state: "same" };
    const lines = (from: number, to: number, { skipping, log }: Skip) =>
      readLines(fd, { from, to, skipping, log, rules, writtenAt: mtimeMs });
    const isNear = same !== null && size - same.offset <= MAX_BEHIND;
    const start = isNear && isGrown(fd, same, size) ? same : attach(size, lines);
    const end = Math.min(size, start.offset + MAX_BYTES);
    const read = lines(start.offset, end, start);
    const more = end < size;
    // Parts that are yet to come count as unread, whatever the size.
    const seen = more ? { size: -1, mtimeMs: -1 } : { size, mtimeMs };
    return { state: "read", more, tail: { dev, ino, ...seen, ...read } };
  } catch {
    return { state: "gone" };
  } finally {
    closeSync(fd);
  }
}

export interface LogStamp {
  path: string;
  ino: number;
  size: number;
  mtimeMs: number;
}

/** Which of these logs are not as they were, by their places in the list. */
export function changedLogs(logs: readonly LogStamp[]): number[] {
  return logs.flatMap(({ path, ...before }, at) => {
    try {
      const { ino, size, mtimeMs } = lstatSync(path);
      const isSame = ino === before.ino && size === before.size && mtimeMs === before.mtimeMs;
      return isSame ? [] : [at];
    } catch {
      // Gone, which is news of one that was read.
      return before.ino < 0 ? [] : [at];
    }
  });
}

function statOf(fd: number) {
  const stat = fstatSync(fd);
  const { dev, ino, size, mtimeMs } = stat;
  return { dev, ino, size, mtimeMs, isFile: stat.isFile() };
}

/** What its first lines say; null when there are none. */
export function readHead(agent: string, path: string): LogState | null {
  const rules = registry.get(agent)?.log;
  if (!rules) return null;
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const { isFile, mtimeMs: writtenAt } = statOf(fd);
      const head = { from: 0, to: HEAD, skipping: false, log: NO_LOG, rules, writtenAt };
      return isFile ? readLines(fd, head).log : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

type Position = Pick<LogTail, "offset" | "skipping" | "log">;
type Skip = Omit<Position, "offset">;

/** What was read is still there: cut off, or written over, it ends in the middle of a line. */
function isGrown(fd: number, { offset, size, skipping }: LogTail, now: number): boolean {
  if (now < Math.max(offset, size)) return false;
  const last = Buffer.alloc(1);
  return offset === 0 || skipping || (readSync(fd, last, 0, 1, offset - 1) === 1 && last[0] === 10);
}

/** A long log is not read from its beginning: its first lines have its facts, its last ones its state. */
function attach(size: number, lines: (from: number, to: number, skip: Skip) => Position): Position {
  if (size <= HEAD + END) return { offset: 0, skipping: false, log: NO_LOG };
  const { log } = lines(0, HEAD, { skipping: false, log: NO_LOG });
  const { nativeId, cwd, version, branch, model, title, contextLimit } = log;
  const facts = { nativeId, cwd, version, branch, model, title, contextLimit };
  // From a byte before: if that ends a line, the next one is whole.
  return { offset: size - END - 1, skipping: true, log: { ...NO_LOG, ...facts } };
}

interface Reading extends Skip {
  from: number;
  to: number;
  rules: LogRules;
  writtenAt: number;
}

function readLines(fd: number, reading: Reading): Position {
  const { from, to } = reading;
  let { skipping, log } = reading;
  let offset = from;
  let rest: Buffer = Buffer.alloc(0);
  // One for all: a thousand of them would wait for the collector.
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, to - from)));
  for (let at = from; at < to;) {
    const count = readSync(fd, chunk, 0, Math.min(chunk.length, to - at), at);
    if (count === 0) break;
    at += count;
    const bytes =
      rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, count)]) : chunk.subarray(0, count);
    let begin = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, begin)) {
      if (!skipping) log = foldLine(log, bytes.subarray(begin, end), reading);
      skipping = false;
      begin = end + 1;
    }
    offset += begin;
    rest = Buffer.from(bytes.subarray(begin));
    if (skipping || rest.length > MAX_LINE) {
      skipping = true;
      offset += rest.length;
      rest = Buffer.alloc(0);
    }
  }
  return { offset, skipping, log };
}

function foldLine(log: LogState, line: Buffer, { rules, writtenAt }: Reading): LogState {
  if (line.length > MAX_LINE || !rules.needles.some((needle) => line.includes(needle))) return log;
  return foldLog(log, readLine(line, rules), writtenAt);
}
