import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findLogs, type LogFinds } from "../../src/workers/find-logs.ts";
import { scratch } from "./scratch.ts";

const ID = (n: number): string => `01a22b9f-84c1-7410-902e-${String(n).padStart(12, "0")}`;

interface Log {
  cwd?: string;
  day?: string;
  /** How long ago it was written last. */
  ageMs?: number;
  meta?: object;
}

/** A log of Codex: a folder a day, the directory in its first line. */
function codexLog(
  home: string,
  n: number,
  { cwd = "/shop", day = "2026/05/04", ageMs = 0, meta = {} }: Log = {},
): string {
  const path = join(home, ".codex/sessions", day, `rollout-2026-05-04T10-00-00-${ID(n)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const payload = { id: ID(n), cwd, cli_version: "0.171.0", ...meta };
  writeFileSync(
    path,
    `${JSON.stringify({ timestamp: "2026-05-04T10:00:00.000Z", type: "session_meta", payload })}\n`,
  );
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(path, at, at);
  return path;
}

interface Search {
  agent?: string;
  cwd?: string | null;
  pids?: readonly number[];
  since?: number;
  env?: Readonly<Record<string, string>>;
}

function find(
  home: string,
  { agent = "codex", cwd = "/shop", pids = [], since = 0, env = {} }: Search = {},
): LogFinds {
  return findLogs({ agent, place: { home, cwd, env }, pids, since });
}

const ids = ({ logs }: LogFinds): string[] => logs.map(({ nativeId }) => nativeId).toSorted();

/** This process holds a file open until the test ends. */
function hold(path: string): () => void {
  const file = openSync(path, "a");
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  onTestFinished(close);
  return close;
}

describe("the logs of a place", () => {
  it("are those of its directory, written to since", () => {
    const home = scratch();
    codexLog(home, 1);
    codexLog(home, 2, { day: "2026/12/31" });
    codexLog(home, 3, { cwd: "/shop/api" });
    codexLog(home, 4, { ageMs: 100_000 });
    const since = Date.now() - 50_000;
    expect(ids(find(home, { since }))).toEqual([ID(1), ID(2)]);
    expect(ids(find(home))).toEqual([ID(1), ID(2), ID(4)]);
    expect(ids(find(home, { cwd: null }))).toHaveLength(4);
  });

  it("are no subagents'", () => {
    const home = scratch();
    codexLog(home, 1);
    codexLog(home, 2, {
      meta: { parent_thread_id: ID(1) },
    });
    expect(ids(find(home))).toEqual([ID(1)]);
  });

  it("are files, and in folders of the right depth and name", () => {
    const home = scratch();
    const path = codexLog(home, 1);
    mkdirSync(join(dirname(path), `rollout-2026-05-04T10-00-00-${ID(2)}.jsonl`));
    symlinkSync(path, join(dirname(path), `rollout-2026-05-04T10-00-00-${ID(3)}.jsonl`));
    writeFileSync(join(home, ".codex/sessions", `rollout-2026-05-04T10-00-00-${ID(4)}.jsonl`), "");
    writeFileSync(join(dirname(path), "rollout-x.jsonl"), "");
    expect(ids(find(home))).toEqual([ID(1)]);
  });

  it("are none where there is nothing, or nothing to be read", () => {
    const home = scratch();
    expect(find(home)).toEqual({ logs: [], open: [] });
    mkdirSync(join(home, ".codex"));
    writeFileSync(join(home, ".codex/sessions"), "a file");
    expect(find(home)).toEqual({ logs: [], open: [] });
    expect(find(home, { agent: "nobody", pids: [process.pid] })).toEqual({ logs: [], open: [] });
  });

  it("lie where the agent's own environment says (FR-023)", () => {
    const home = scratch();
    codexLog(join(home, "work"), 1);
    expect(ids(find(home))).toEqual([]);
    expect(ids(find(home, { env: { CODEX_HOME: join(home, "work/.codex") } }))).toEqual([ID(1)]);
  });

  it("may be far back by name: the folders changed last are looked into", () => {
    const home = scratch();
    const folder = join(home, ".copilot/session-state");
    const make = (n: number, at: number): void => {
      const path = join(folder, `${String(n).padStart(8, "0")}-84c1-7410-902e-000000000000`);
      mkdirSync(path, { recursive: true });
      writeFileSync(
        join(path, "events.jsonl"),
        `{"type":"session.start","data":{"context":{"cwd":"/shop"}}}\n`,
      );
      utimesSync(path, at, at);
    };
    for (let n = 0; n < 450; n += 1) make(n, n === 0 ? Date.now() / 1000 : 1_700_000_000 + n);
    const found = ids(find(home, { agent: "copilot" }));
    expect(found).toHaveLength(400);
    expect(found[0]).toMatch(/^00000000-/);
    expect(found[1]).toMatch(/^00000051-/);
  });
});

it("knows a log's directory behind a first line of 200 KB: Codex writes its instructions there", () => {
  const home = scratch();
  codexLog(home, 1, { cwd: "/elsewhere", meta: { base_instructions: "x".repeat(200_000) } });
  expect(ids(find(home))).toEqual([]);
});

describe("a directory's name in a folder's (FR-022)", () => {
  it.each(["/home/dev/my_app.v2", "/home/dev/My App", "/home/dev/日本"])("%s", (cwd) => {
    const home = scratch();
    const path = join(
      home,
      ".claude/projects",
      cwd.replace(/[^A-Za-z0-9]/g, "-"),
      `${ID(1)}.jsonl`,
    );
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `${JSON.stringify({ type: "user", cwd, message: { role: "user", content: "go" } })}\n`,
    );
    expect(ids(find(home, { agent: "claude", cwd }))).toEqual([ID(1)]);
  });

  it("may be that of two: the directory in the log decides", () => {
    const home = scratch();
    const path = join(home, ".claude/projects/-home-dev-my-app", `${ID(1)}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `${JSON.stringify({ type: "user", cwd: "/home/dev/my.app", message: {} })}\n`,
    );
    expect(ids(find(home, { agent: "claude", cwd: "/home/dev/my_app" }))).toEqual([]);
    expect(ids(find(home, { agent: "claude", cwd: "/home/dev/my.app" }))).toEqual([ID(1)]);
  });
});

describe("a log that a process has open", () => {
  const pids = [process.pid];

  it("is its own, once, however often it is open and wherever it is", () => {
    const home = scratch();
    const path = codexLog(home, 1, { cwd: "/elsewhere" });
    const close = hold(path);
    hold(path);
    expect(find(home, { pids })).toEqual({ logs: [], open: [{ pid: process.pid, path }] });
    close();
    expect(find(home, { pids }).open).toHaveLength(1);
    expect(find(home, { pids: [] }).open).toEqual([]);
  });

  it("is none where it is a subagent's, or was removed", () => {
    const home = scratch();
    hold(
      codexLog(home, 1, {
        meta: { parent_thread_id: ID(9) },
      }),
    );
    const removed = codexLog(home, 2);
    hold(removed);
    rmSync(removed);
    expect(find(home, { pids }).open).toEqual([]);
  });

  it("is nobody's who is gone", () => {
    expect(find(scratch(), { pids: [4_194_303] }).open).toEqual([]);
  });
});

describe("a lock beside a log", () => {
  function copilot(...names: string[]): LogFinds {
    const home = scratch();
    const folder = join(home, ".copilot/session-state", ID(1));
    mkdirSync(folder, { recursive: true });
    for (const name of ["events.jsonl", ...names]) writeFileSync(join(folder, name), "");
    return find(home, { agent: "copilot" });
  }

  it.each([
    ["names its process", ["inuse.42.lock"], 42],
    ["is none", [], null],
    ["says nothing where there are two", ["inuse.42.lock", "inuse.43.lock"], null],
    ["has a name of the right form", ["inuse.x.lock", "inuse.42.lock.tmp", "inuse.0.lock"], null],
  ])("%s", (_what, names, ownerPid) => {
    expect(copilot(...names).logs).toMatchObject([{ nativeId: ID(1), ownerPid }]);
  });
});

/** Where real agents keep the log of `/shop`, below the home. */
const PLACES = {
  claude: `.claude/projects/-shop/${ID(1)}.jsonl`,
  codex: `.codex/sessions/2026/05/04/rollout-2026-05-04T10-00-00-${ID(1)}.jsonl`,
  copilot: `.copilot/session-state/${ID(1)}/events.jsonl`,
  gemini: ".gemini/tmp/shop/chats/session-2026-05-04T10-00-1999486f.jsonl",
  pi: `.pi/agent/sessions/--shop--/2026-05-04T10-00-00-430Z_${ID(1)}.jsonl`,
  omp: `.omp/agent/sessions/-shop/2026-05-04T10-00-00-430Z_${ID(1)}.jsonl`,
};

it.each(Object.entries(PLACES))("finds the log of %s where it really is", (agent, place) => {
  const home = scratch();
  const path = join(home, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}\n");
  expect(find(home, { agent }).logs.map((log) => log.path)).toEqual([path]);
});
