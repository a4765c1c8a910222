import { describe, expect, it } from "vitest";
import { linkLogs, logKey, type LogFile, type LogWriter } from "../../src/pipeline/link-logs.ts";

const START = 1_000_000;
const writer = (id: string, more: Partial<LogWriter> = {}): LogWriter => ({
  id,
  pid: id.charCodeAt(0),
  startedAt: START,
  linked: false,
  named: false,
  ...more,
});
const log = (name: string, more: Partial<LogFile> = {}): LogFile => ({
  path: `/logs/${name}.jsonl`,
  nativeId: name,
  bornAt: START + 5000,
  ownerPid: null,
  conversation: false,
  ...more,
});
const row = (name: string, bornAt: number): LogFile =>
  log(name, { path: "/db", bornAt, conversation: true });
const [A, B] = [writer("a"), writer("b")];
const open = (pid: number, name: string) => ({ pid, path: `/logs/${name}.jsonl` });

function paths(
  writers: readonly LogWriter[],
  logs: readonly LogFile[],
  held: readonly { pid: number; path: string }[] = [],
  owners: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const links = linkLogs(writers, logs, held, new Map(Object.entries(owners)));
  return Object.fromEntries(
    [...links].map(([id, link]) => [id, logKey(link).replace(/^.*[/#]/, "")]),
  );
}

describe("a log that tells whose it is", () => {
  it("is its process's that has it open, in a crowd and whenever it was begun", () => {
    const logs = [log("x", { bornAt: 5 }), log("y")];
    expect(paths([A, B], logs, [open(A.pid, "y"), open(B.pid, "x")])).toEqual({
      a: "y.jsonl",
      b: "x.jsonl",
    });
  });

  it("is nobody's that has two open", () => {
    expect(paths([A, B], [], [open(A.pid, "x"), open(A.pid, "y")])).toEqual({});
  });

  it("is its process's that a lock names; of several the one begun last", () => {
    const locked = { ownerPid: A.pid };
    const logs = [log("x", locked), log("y", { ...locked, bornAt: START + 9000 }), log("z")];
    expect(paths([A, B], logs)).toEqual({ a: "y.jsonl", b: "z.jsonl" });
  });

  it("changes with its process, which was linked to another one before", () => {
    const linked = writer("a", { linked: true });
    expect(paths([linked, B], [log("y")], [open(A.pid, "y")], { "/logs/x.jsonl": "a" })).toEqual({
      a: "y.jsonl",
    });
  });

  it("is not looked for where the agent names it", () => {
    const named = writer("a", { named: true });
    expect(paths([named], [log("x", { ownerPid: A.pid })], [open(A.pid, "x")])).toEqual({});
  });
});

describe("a log that does not", () => {
  it("is the only process's there, if it is the only one begun soon after it", () => {
    expect(paths([A], [log("x"), log("old", { bornAt: START - 60_000 })])).toEqual({
      a: "x.jsonl",
    });
  });

  it.each([
    ["there are two processes", [A, B], [log("x")], {}],
    ["there are two logs", [A], [log("x"), log("y")], {}],
    ["it was begun before the process", [A], [log("x", { bornAt: START - 2000 })], {}],
    ["it was begun ten minutes later", [A], [log("x", { bornAt: START + 600_000 })], {}],
    ["a lock names another process", [A], [log("x", { ownerPid: 1 })], {}],
    ["it is another's, or was (FR-017)", [A], [log("x")], { "/logs/x.jsonl": "gone" }],
    ["the process has one already", [writer("a", { linked: true })], [log("x")], {}],
  ] as const)("is nobody's where %s", (_why, writers, logs, owners) => {
    expect(paths(writers, logs, [], owners)).toEqual({});
  });

  it("is its own again, after its process was out of sight", () => {
    expect(paths([A], [log("x")], [], { "/logs/x.jsonl": "a" })).toEqual({ a: "x.jsonl" });
  });

  it("may be begun a little before its process by the clocks", () => {
    expect(paths([A], [log("x", { bornAt: START - 1999 })])).toEqual({ a: "x.jsonl" });
  });

  it("is not that which another one has open in the same look", () => {
    expect(paths([A, B], [log("x")], [open(B.pid, "x")])).toEqual({ b: "x.jsonl" });
  });
});

describe("conversations in a database", () => {
  it("are the only process's: the last that was used", () => {
    expect(paths([A], [row("s2", 9), row("s1", 5)])).toEqual({ a: "s2" });
    expect(
      linkLogs([writer("a", { linked: true })], [row("s2", 9)], [], new Map([["/db#s1", "a"]])).get(
        "a",
      ),
    ).toMatchObject({
      path: "/db",
      nativeId: "s2",
    });
  });

  it.each([
    ["are two processes", [A, B]],
    ["is another whose hooks name its own", [A, writer("b", { named: true })]],
  ])("are nobody's where there %s (FR-021)", (_why, writers) => {
    expect(paths(writers, [row("s2", 9), row("s1", 5)])).toEqual({});
  });
});
