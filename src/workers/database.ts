import { constants, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { DatabaseRules, LogEntry, LogPlace, LogRules } from "../agents/_log.ts";
import { foldLog, NO_LOG, type LogState } from "../pipeline/fold-log.ts";
import type { FoundLog } from "./find-logs.ts";
import type { LogTail, TailResult } from "./tail.ts";

/** An agent that writes at this very moment is waited for so long. */
const BUSY_MS = 200;
/** A row may be committed this much later than a newer one; rows that come again mean the same. */
const LATE_MS = 1000;

/** Conversations of a place that were used since, the last used first; none while it can't be read. */
export function findConversations(
  rules: DatabaseRules,
  place: LogPlace,
  since: number,
): FoundLog[] {
  const path = rules.path(place);
  if (place.cwd === null || !stampOf(path)) return [];
  try {
    const rows = withDatabase(path, (database) =>
      database.prepare(rules.conversations).all(place.cwd),
    );
    return rows.flatMap(({ id, updated }) =>
      typeof id === "string" && typeof updated === "number" && updated >= since
        ? [{ path, nativeId: id, bornAt: updated, ownerPid: null, conversation: true }]
        : [],
    );
  } catch {
    return [];
  }
}

/** What a conversation has more than the last time. */
export function tailDatabase(
  rules: LogRules,
  path: string,
  nativeId: string | null,
  tail: LogTail | null,
): TailResult {
  const stamp = stampOf(path);
  if (!stamp || !rules.database || nativeId === null) return { state: "gone" };
  const known = tail?.dev === stamp.dev && tail.ino === stamp.ino ? tail : null;
  if (known && known.size === stamp.size && known.mtimeMs === stamp.mtimeMs)
    return { state: "same" };
  const { rows } = rules.database;
  try {
    const read = withDatabase(path, (database) => {
      let log: LogState = known?.log ?? { ...NO_LOG, nativeId };
      let offset = known?.offset ?? 0;
      for (const row of database.prepare(rows).iterate(nativeId, offset - LATE_MS)) {
        log = foldLog(log, rules.read(row), stamp.mtimeMs);
        if (typeof row.updated === "number") offset = Math.max(offset, row.updated);
      }
      return { log, offset };
    });
    return { state: "read", more: false, tail: { ...stamp, ...read, skipping: false } };
  } catch {
    // Locked, or of another version: the next change tells more.
    return { state: "same" };
  }
}

function withDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database(path, { readOnly: true, timeout: BUSY_MS });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Of the file and of what was written to its log since. */
function stampOf(path: string): Pick<LogTail, "dev" | "ino" | "size" | "mtimeMs"> | null {
  try {
    const { dev, ino, size, mtimeMs, ...stat } = statSync(path);
    // A pipe of that name would hold whoever opens it for ever.
    if ((stat.mode & constants.S_IFMT) !== constants.S_IFREG) return null;
    const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
    return {
      dev,
      ino,
      size: size + (wal?.size ?? 0),
      mtimeMs: Math.max(mtimeMs, wal?.mtimeMs ?? 0),
    };
  } catch {
    return null;
  }
}

/** All that a conversation has, in order. @throws when it can't be read */
export function readRows(rules: LogRules, path: string, nativeId: string): LogEntry[] {
  if (!rules.database) return [];
  const { rows } = rules.database;
  return withDatabase(path, (database) =>
    database
      .prepare(rows)
      .all(nativeId, 0)
      .flatMap((row) => rules.read(row)),
  );
}

/** Loaded when somebody has such a log: each thread pays for it, and Node 22 calls it an experiment on stderr. */
function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
