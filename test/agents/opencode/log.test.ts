import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { database } from "../../../src/agents/opencode/database.ts";
import { log } from "../../../src/agents/opencode/log.ts";
import { brief, checkLog, recorded } from "../log-checks.ts";

const MAIN = "ses_dd45bb865ffeHLl2c6XmLGWwl0";
const PLAN = "ses_dd45a1608ffe48ABk622Bgy2wF";
const PARENT = "ses_dd32a8e49ffeqAYfs19b953gOw";
const CHILD = "ses_dd329dbc5ffeZ6OuKDiVHlcSgv";

type Row = Record<string, string | number | null>;

/** The recorded rows, in tables as OpenCode makes them. */
function open(file: string): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = OFF");
  const lines = recorded(file).map((line) => JSON.parse(line));
  for (const { sql } of lines.filter((line) => line.schema)) db.exec(sql);
  for (const { table, ...row } of lines.filter((line) => line.table)) {
    const columns = Object.keys(row);
    const values = columns.map((name) =>
      typeof row[name] === "object" && row[name] !== null ? JSON.stringify(row[name]) : row[name],
    );
    const marks = columns.map(() => "?").join();
    db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks})`).run(...values);
  }
  return db;
}

function rows(db: DatabaseSync, id: string, since = 0): Row[] {
  return db.prepare(database.rows).all(id, since) as Row[];
}

const turns = (all: readonly Row[]) =>
  brief(all.flatMap((row) => log.read(row))).filter((entry) => !/^(?:meta|usage)/.test(entry));

const first = open("opencode/db-rows-1.18.33.jsonl");
const second = open("opencode/db-rows-1.18.33-subagent.jsonl");

describe("OpenCode's database", () => {
  checkLog(
    log,
    [...rows(first, MAIN), ...rows(second, PARENT)].map((row) => JSON.stringify(row)),
  );

  it("is told whole", () => {
    const all = rows(first, MAIN);
    expect(turns(all)).toEqual([
      "prompt slow:8",
      "answer word1 word2 word3 word4 word5 word6 word7 word8",
      "turnEnd done",
      "prompt bash:touch made.txt",
      "tool bash: touch made.txt",
      "toolEnd",
      "answer done",
      "turnEnd done",
      "prompt bash:sleep 6; touch m2.txt",
      "tool bash: sleep 6; touch m2.txt",
      "toolEnd",
      "answer done",
      "turnEnd done",
      "prompt think:6",
      "answer done",
      "turnEnd done",
      // No later parts were recorded, only messages.
      "turnEnd interrupted",
      "turnEnd failed api_error",
    ]);
    expect(brief(all.flatMap((row) => log.read(row)))).toContain(
      `meta nativeId=${MAIN} cwd=/home/dev/project version=1.18.33 model=mock-model title=Mock session`,
    );
    expect(turns(rows(first, PLAN))).toEqual(["turnEnd done"]);
  });

  it("tells rejections, interrupts, a subagent and a compaction", () => {
    expect(turns(rows(second, PARENT))).toEqual([
      "prompt bash:echo hi",
      "tool bash: echo hi",
      "toolEnd",
      "answer done",
      "turnEnd done",
      'prompt call:task {"description":"look around","prompt":"bash:echo child","subagent_type":"general"}',
      "tool task: look around",
      "subagent ends",
      "toolEnd",
      "answer done",
      // Typed while it still worked.
      "prompt bash:touch no.txt",
      "turnEnd done",
      "tool bash: touch no.txt",
      "toolEnd",
      "turnEnd interrupted",
      "prompt ask:Which colour",
      "tool question: Which colour",
      "toolEnd",
      "turnEnd interrupted",
      // While the tool ran.
      "prompt bash:sleep 20",
      "tool bash: sleep 20",
      "toolEnd",
      "turnEnd interrupted",
      // Between two tries.
      "prompt error:429",
      "turnEnd interrupted",
      // While it streamed.
      "prompt slow:30",
      "answer word1 word2 word3 word4 word5 word6 word7 word8",
      "turnEnd interrupted",
      // Then `/compact`, which is no turn.
    ]);
  });

  it("gives what is new, and that very moment's rows again", () => {
    const all = rows(second, PARENT);
    const since = Number(all.at(-8)?.updated);
    const later = rows(second, PARENT, since);
    expect(later).toEqual(all.filter(({ updated }) => Number(updated) >= since));
    expect(rows(second, PARENT, Number(all.at(-1)?.updated) + 1)).toEqual([]);
  });

  it("leaves out what may be large", () => {
    const large = "x".repeat(10_000);
    second.exec("SAVEPOINT large");
    second
      .prepare(
        "UPDATE part SET data = json_set(data, '$.state.output', ?) WHERE json_extract(data, '$.type') = 'tool'",
      )
      .run(large);
    expect(JSON.stringify(rows(second, PARENT))).not.toContain(large);
    second.exec("ROLLBACK TO large");
    expect(rows(second, PARENT).some(({ data }) => /"step-|"diffs"/.test(String(data)))).toBe(
      false,
    );
  });

  it("knows a directory's conversations, the last used first, and no subagent's", () => {
    const of = (db: DatabaseSync, directory: string) =>
      db.prepare(database.conversations).all(directory) as Row[];
    expect(of(first, "/home/dev/project").map(({ id }) => id)).toEqual([PLAN, MAIN]);
    const [only, ...others] = of(second, "/home/dev/project");
    expect(only).toMatchObject({ id: PARENT, updated: 1796048748192 });
    expect(others.map(({ id }) => id)).not.toContain(CHILD);
    expect(of(second, "/home/dev")).toEqual([]);
  });

  it.each([
    [{}, "/home/dev/.local/share/opencode/opencode.db"],
    [{ XDG_DATA_HOME: "/srv/data" }, "/srv/data/opencode/opencode.db"],
    [{ OPENCODE_DB: "other.db" }, "/home/dev/.local/share/opencode/other.db"],
    [{ OPENCODE_DB: "/srv/o.db" }, "/srv/o.db"],
  ])("lies where %j says", (env, path) => {
    expect(database.path({ env, home: "/home/dev", cwd: null })).toBe(path);
    expect(log.folders({ env, home: "/home/dev", cwd: null })).toEqual([]);
  });
});
