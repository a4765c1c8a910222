import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { registry } from "../../src/agents/_registry.ts";
import { NO_LOG, type LogState } from "../../src/pipeline/fold-log.ts";
import { findLogs } from "../../src/workers/find-logs.ts";
import { tailLog, type LogTail } from "../../src/workers/tail.ts";
import { readTurns } from "../../src/workers/turns.ts";
import { scratch } from "./scratch.ts";

const MAIN = "ses_dd45bb865ffeHLl2c6XmLGWwl0";
const PARENT = "ses_dd32a8e49ffeqAYfs19b953gOw";
const CHILD = "ses_dd329dbc5ffeZ6OuKDiVHlcSgv";
const agent = "opencode";

interface Row extends Record<string, unknown> {
  table: string;
  time_updated: number;
}

function recorded(file: string): { schema: string[]; rows: Row[] } {
  const text = readFileSync(
    new URL(`../rig/transcripts/opencode/${file}`, import.meta.url),
    "utf8",
  );
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row & { schema?: string; sql: string });
  return {
    schema: lines.filter(({ schema }) => schema).map(({ sql }) => sql),
    rows: lines.filter(({ table }) => table),
  };
}

const first = recorded("db-rows-1.18.33.jsonl");
const second = recorded("db-rows-1.18.33-subagent.jsonl");

/** The agent's own: a file with its write-ahead log beside it. */
function create(path: string, { schema }: { schema: string[] }): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  onTestFinished(() => void (db.isOpen && db.close()));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = OFF");
  for (const sql of schema) db.exec(sql);
  return db;
}

function insert(db: DatabaseSync, { table, ...row }: Row): void {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : (value as string | number | null),
  );
  const marks = names.map(() => "?").join();
  db.prepare(`INSERT OR REPLACE INTO ${table} (${names.join()}) VALUES (${marks})`).run(...values);
}

/** Rows in the order in which they came: a message is begun, gets its parts, and is completed. */
function asWritten(rows: readonly Row[]): Row[] {
  const begun = rows
    .filter(({ table }) => table === "message")
    .map((row): Row => {
      const {
        time,
        finish: _finish,
        error: _error,
        ...data
      } = row.data as {
        time: { created: number };
        finish?: string;
        error?: object;
      };
      const at = time.created;
      return { ...row, data: { ...data, time: { created: at } }, time_updated: at };
    });
  const order = (row: Row): number => row.time_updated;
  return [...begun, ...rows].toSorted((a, b) => order(a) - order(b));
}

/** A conversation that is read on from where the last read ended. */
function follow(path: string, nativeId: string) {
  let tail: LogTail | null = null;
  return {
    read(): string {
      const result = tailLog({ agent, path, nativeId, tail });
      if (result.state === "read") tail = result.tail;
      return result.state;
    },
    get log(): LogState {
      return tail?.log ?? NO_LOG;
    },
  };
}

const place = (home: string) => ({ home, env: {}, cwd: "/home/dev/project" });
const pathIn = (home: string): string => registry.get(agent)!.log!.database!.path(place(home));
const find = (home: string, since = 0) =>
  findLogs({ agent, place: place(home), pids: [], since }).logs.map(({ nativeId }) => nativeId);

describe("a database that grows", () => {
  it.each([
    ["a plain one", first, MAIN],
    ["one with subagents", second, PARENT],
  ])("is told row by row as it is told whole: %s", (_what, data, id) => {
    const path = pathIn(scratch());
    const db = create(path, data);
    const log = follow(path, id);
    for (const row of asWritten(data.rows)) {
      insert(db, row);
      log.read();
    }
    const whole = follow(path, id);
    whole.read();
    expect(whole.log).toMatchObject({ nativeId: id, cwd: "/home/dev/project", status: "idle" });
    const { turnStartedAt: _a, because: _b, ...said } = log.log;
    const { turnStartedAt: _c, because: _d, ...told } = whole.log;
    expect(said).toEqual(told);
  });

  it("is the same until a row is written, also while all of it is in its own log", () => {
    const path = pathIn(scratch());
    const db = create(path, first);
    db.exec("PRAGMA wal_autocheckpoint = 0");
    for (const row of first.rows.slice(0, -1)) insert(db, row);
    const log = follow(path, MAIN);
    expect([log.read(), log.read()]).toEqual(["read", "same"]);
    insert(db, first.rows.at(-1)!);
    expect([log.read(), log.read()]).toEqual(["read", "same"]);
    // Its log is begun anew from the front: no byte longer.
    db.exec("PRAGMA wal_checkpoint(RESTART)");
    log.read();
    const { size } = statSync(`${path}-wal`);
    insert(db, { ...first.rows.at(-1)!, time_updated: first.rows.at(-1)!.time_updated + 5000 });
    expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(size);
    expect(log.read()).toBe("read");
  });

  it("changes nothing: it is opened to read", () => {
    const path = pathIn(scratch());
    const db = create(path, first);
    for (const row of first.rows) insert(db, row);
    db.close();
    const before = readFileSync(path);
    expect(follow(path, MAIN).read()).toBe("read");
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("a database in trouble", () => {
  function filled(): { home: string; path: string; db: DatabaseSync } {
    const home = scratch();
    const path = pathIn(home);
    const db = create(path, first);
    for (const row of first.rows) insert(db, row);
    return { home, path, db };
  }

  it("that is locked keeps what it said, and goes on later", () => {
    const { path, home, db } = filled();
    const log = follow(path, MAIN);
    log.read();
    const said = log.log;
    db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    insert(db, { ...first.rows.at(-1)!, time_updated: Date.now() });
    expect([log.read(), log.log]).toEqual(["same", said]);
    expect(find(home)).toEqual([]);
    expect(readTurns({ agent, path, nativeId: MAIN, count: 1 })).toBeNull();
    db.exec("COMMIT; PRAGMA locking_mode = NORMAL");
    db.close();
    expect(log.read()).toBe("read");
    expect(find(home)).toContain(MAIN);
  });

  it.each<[string, (path: string) => void]>([
    ["garbage", (path) => writeFileSync(path, "no database ".repeat(1000))],
    ["cut short", (path) => truncateSync(path, 5000)],
    ["empty", (path) => truncateSync(path)],
  ])("that is %s says nothing, and throws nothing", (_what, damage) => {
    const { home, path, db } = filled();
    db.close();
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    damage(path);
    const log = follow(path, MAIN);
    expect(["same", "read"]).toContain(log.read());
    expect(log.log.status).toBeNull();
    expect(find(home)).toEqual([]);
    expect(readTurns({ agent, path, nativeId: MAIN, count: 1 }) ?? []).toEqual([]);
  });

  it("that another one took the place of is read from its beginning", () => {
    const { path, db } = filled();
    const log = follow(path, PARENT);
    log.read();
    expect(log.log.status).toBeNull();
    db.close();
    const other = join(dirname(path), "other.db");
    const fresh = create(other, second);
    for (const row of second.rows) insert(fresh, row);
    fresh.close();
    renameSync(other, path);
    expect(log.read()).toBe("read");
    expect(log.log).toMatchObject({ status: "idle", nativeId: PARENT });
  });

  it.each<[string, (path: string) => void]>([
    ["nothing", () => {}],
    ["a folder", (path) => mkdirSync(path)],
    ["a pipe, which nobody writes to", (path) => execFileSync("mkfifo", [path])],
  ])("is gone with %s in its place", (_what, make) => {
    const home = scratch();
    const path = pathIn(home);
    mkdirSync(dirname(path), { recursive: true });
    make(path);
    expect(follow(path, MAIN).read()).toBe("gone");
    expect(find(home)).toEqual([]);
  });
});

describe("the conversations of a place", () => {
  it("are those used since, the last used first, and no subagent's", () => {
    const home = scratch();
    const db = create(pathIn(home), second);
    for (const row of second.rows) insert(db, row);
    const used = 1796048748192;
    expect(find(home)).toEqual(expect.arrayContaining([PARENT]));
    expect(find(home)[0]).toBe(PARENT);
    expect(find(home)).not.toContain(CHILD);
    expect(find(home, used)).toEqual([PARENT]);
    expect(find(home, used + 1)).toEqual([]);
    expect(
      findLogs({ agent, place: { ...place(home), cwd: "/elsewhere" }, pids: [], since: 0 }).logs,
    ).toEqual([]);
    expect(
      findLogs({ agent, place: { ...place(home), cwd: null }, pids: [], since: 0 }).logs,
    ).toEqual([]);
  });
});

describe("the last turns of a conversation", () => {
  it("are those with an answer, the oldest first", () => {
    const path = pathIn(scratch());
    const db = create(path, first);
    for (const row of first.rows) insert(db, row);
    const read = (count: number, id = MAIN) =>
      readTurns({ agent, path, nativeId: id, count })?.map(({ prompt, answer }) => [
        prompt,
        answer,
      ]);
    expect(read(2)).toEqual([
      ["bash:sleep 6; touch m2.txt", "done"],
      ["think:6", "done"],
    ]);
    expect(read(100)).toHaveLength(4);
    expect(read(1, "ses_nobody")).toEqual([]);
    expect(readTurns({ agent, path, nativeId: null, count: 1 })).toEqual([]);
  });
});
