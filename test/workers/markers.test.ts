import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarker, type Marker } from "../../src/workers/markers.ts";
import { readState, scanState, type StateFile } from "../../src/workers/state-folder.ts";
import { scratch } from "./scratch.ts";

const HEAD = {
  agent_type: "claude",
  pid: 42,
  session_id: "s-1",
  tty: "/dev/pts/3",
  tmux_pane: "%7",
  tmux: "/tmp/tmux-1000/default,99,0",
  directory: "/shop",
  transcript_path: "/logs/s-1.jsonl",
};

const ours = (event: string, payload: unknown, head: object = HEAD): string =>
  `${JSON.stringify({ ...head, event })}\n${typeof payload === "string" ? payload : JSON.stringify(payload)}`;

const recorded = (file: string): string =>
  readFileSync(new URL(`../rig/hooks/${file}.json`, import.meta.url), "utf8");

describe("a marker as our hooks write it", () => {
  it("has a head of ours and the agent's own words", () => {
    expect(
      parseMarker(ours("PermissionRequest", recorded("claude/PermissionRequest-Bash"))),
    ).toMatchObject({
      head: {
        agent: "claude",
        pid: 42,
        nativeId: "s-1",
        tty: "pts/3",
        paneId: "%7",
        cwd: "/shop",
        transcript: "/logs/s-1.jsonl",
        event: "PermissionRequest",
      },
      word: { status: "waiting", ask: { kind: "permission", tool: "Bash" } },
    });
  });

  it("may be of several lines, or empty", () => {
    const pretty = JSON.stringify({ prompt: "go\non" }, null, 2);
    expect(parseMarker(ours("UserPromptSubmit", pretty))?.word).toMatchObject({
      status: "working",
      lastPrompt: "go\non",
    });
    expect(parseMarker(ours("UserPromptSubmit", ""))?.word).toMatchObject({
      status: "working",
      lastPrompt: null,
    });
    expect(parseMarker(JSON.stringify({ ...HEAD, event: "Stop" }))?.word?.status).toBe("idle");
  });

  it("says nothing by an event, or of an agent, that nobody knows", () => {
    for (const event of ["Unheard", "__proto__", "constructor"])
      expect(parseMarker(ours(event, {}))).toMatchObject({ head: { event }, word: null });
    expect(parseMarker(ours("Stop", {}, { ...HEAD, agent_type: "unheard" }))?.word).toBeNull();
    expect(parseMarker(ours("Stop", {}, { ...HEAD, agent_type: "constructor" }))?.word).toBeNull();
  });
});

describe("a payload that was cut", () => {
  const big = (more: object): string =>
    JSON.stringify({ session_id: "s-1", ...more, tool_response: "x".repeat(90_000) }).slice(
      0,
      64 << 10,
    );

  it("still says what its event says", () => {
    expect(parseMarker(ours("PostToolUse", big({ tool_name: "Bash" })))?.word).toMatchObject({
      status: "working",
    });
    expect(parseMarker(ours("Stop", big({})))?.word).toMatchObject({ status: "idle" });
  });

  it("still tells what stood before the cut", () => {
    const asked = JSON.stringify({
      tool_name: "Write",
      tool_input: { file_path: "/shop/big.ts", content: "é\\n".repeat(30_000) },
    });
    for (const length of [65_536, 65_537, 65_538, 65_539])
      expect(parseMarker(ours("PermissionRequest", asked.slice(0, length)))?.word).toMatchObject({
        status: "waiting",
        ask: { kind: "permission", tool: "Write", text: "/shop/big.ts" },
      });
  });

  it("is a subagent's where it says so before the cut", () => {
    const word = parseMarker(ours("PostToolUse", big({ agent_id: "a1", tool_name: "Bash" })))?.word;
    expect(word).toMatchObject({ status: null, nativeId: "s-1" });
  });

  it("anywhere never throws, and never says more than the whole", () => {
    const whole = recorded("claude/PermissionRequest-Bash").trim();
    const full = parseMarker(ours("PermissionRequest", whole))!.word!;
    for (let length = 0; length <= whole.length; length += 1) {
      const { status, ask, nativeId } = parseMarker(
        ours("PermissionRequest", whole.slice(0, length)),
      )!.word!;
      expect(status).toBe("waiting");
      expect([null, full.nativeId]).toContain(nativeId);
      expect([null, full.ask!.tool]).toContain(ask!.tool);
    }
  });
});

describe("a marker of older scripts: one JSON document", () => {
  const old = (fields: object) => JSON.stringify({ ...HEAD, ...fields });

  it.each([
    ["idle", "idle", null],
    ["working", "working", null],
    ["waiting_permission", "waiting", "permission"],
    ["waiting_question", "waiting", "question"],
    ["done", "idle", null],
    ["constructor", "idle", null],
  ])("%s means %s", (state, status, kind) => {
    const { head, word } = parseMarker(old({ state }))!;
    expect([head.event, word!.status, word!.ask?.kind ?? null]).toEqual([null, status, kind]);
  });

  it("names the tool, the words and the prompt", () => {
    const said = {
      state: "waiting_permission",
      pending_tool: "Command",
      permission_context: "touch x",
      last_prompt: "go",
    };
    for (const text of [old(said), `${old(said)}\n`, JSON.stringify({ ...HEAD, ...said }, null, 2)])
      expect(parseMarker(text)?.word).toMatchObject({
        ask: { kind: "permission", tool: "Command", text: "touch x" },
        lastPrompt: "go",
      });
  });

  it("without a state says nothing of the status", () => {
    for (const state of [undefined, null, 5, {}])
      expect(parseMarker(old({ state }))?.word?.status).toBeNull();
  });
});

describe("a hostile marker", () => {
  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["no agent", JSON.stringify({ ...HEAD, agent_type: undefined })],
    ["an agent like a path", JSON.stringify({ ...HEAD, agent_type: "../claude" })],
    ["no pid", JSON.stringify({ ...HEAD, pid: undefined })],
    ["a pid in words", JSON.stringify({ ...HEAD, pid: "42" })],
    ["a pid of nobody", JSON.stringify({ ...HEAD, pid: 0 })],
    ["a pid of a group", JSON.stringify({ ...HEAD, pid: -1 })],
    ["half a pid", JSON.stringify({ ...HEAD, pid: 1.5 })],
    ["a huge pid", JSON.stringify({ ...HEAD, pid: 1e300 })],
  ])("is none: %s", (_what, text) => {
    expect(parseMarker(text)).toBeNull();
  });

  it.each([
    ["tmux_pane", ["7", "%", "%x", "%1;kill-server", 7, "%12345678901"], "paneId"],
    ["session_id", ["", 5, {}, "x".repeat(129)], "nativeId"],
    ["transcript_path", [5, [], "", "/".repeat(5000)], "transcript"],
    ["directory", [5, true, "x".repeat(5000)], "cwd"],
    ["tty", ["unknown", 3, "x".repeat(65)], "tty"],
  ])("has no %s that is none", (name, values, field) => {
    for (const value of values)
      expect(parseMarker(ours("Stop", {}, { ...HEAD, [name]: value }))!.head).toHaveProperty(
        field,
        null,
      );
  });

  it("changes nothing that is not its own", () => {
    const text = `{"__proto__":{"pid":1},${JSON.stringify(HEAD).slice(1, -1)},"event":"Stop"}\n{"__proto__":{"polluted":true}}`;
    expect(parseMarker(text)?.head.pid).toBe(42);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("never throws", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => ours("PreToolUse", JSON.stringify(value))),
      fc
        .dictionary(fc.constantFrom(...Object.keys(HEAD), "state", "event"), fc.jsonValue())
        .map((head) => ours("Stop", {}, { ...HEAD, ...head })),
    );
    expect(fc.check(fc.property(anything, (text) => void parseMarker(text)))).toMatchObject({
      failed: false,
    });
  });
});

describe("a folder of markers", () => {
  const input = (folder: string) => ({ kind: "marker" as const, agent: "", folder });
  const write = (folder: string, name: string, text = ours("Stop", {})): void => {
    writeFileSync(join(folder, `${name}.tmp`), text);
    renameSync(join(folder, `${name}.tmp`), join(folder, name));
  };
  const scanAll = (folder: string, known: ReturnType<typeof stamps> = []) =>
    scanState({ ...input(folder), known, names: known.map(({ name }) => name) });
  const stamps = (files: readonly StateFile[]) =>
    files.map(({ name, mtimeMs, size }) => ({ name, mtimeMs, size }));

  it("has those whose name is one, and no others", () => {
    const folder = scratch();
    for (const name of ["claude-s_1-x.json", "my-agent-1.json"]) write(folder, name);
    for (const name of [
      ".claude-1.json",
      "claude.json",
      "claude-1.json.x",
      "Claude-1.json",
      "claude-a b.json",
      `claude-${"x".repeat(129)}.json`,
    ])
      writeFileSync(join(folder, name), ours("Stop", {}));
    const { changed } = scanAll(folder);
    expect(changed.map(({ name }) => name).toSorted()).toEqual([
      "claude-s_1-x.json",
      "my-agent-1.json",
    ]);
  });

  it("is another one when it was made anew, also with the same inode", () => {
    const folder = scratch();
    const { identity } = scanAll(folder);
    write(folder, "claude-a.json");
    expect(scanAll(folder).identity).toBe(identity);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    expect(scanAll(folder).identity).not.toBe(identity);
  });

  it("is told by difference: new, changed and gone", () => {
    const folder = scratch();
    for (const name of ["claude-a.json", "claude-b.json", "claude-c.json"]) write(folder, name);
    const all = scanAll(folder).changed;
    expect(scanAll(folder, stamps(all))).toMatchObject({
      changed: [],
      gone: [],
    });
    write(folder, "claude-b.json", ours("UserPromptSubmit", { prompt: "go" }));
    rmSync(join(folder, "claude-c.json"));
    const { changed, gone } = scanAll(folder, stamps(all));
    expect(changed).toMatchObject([
      { name: "claude-b.json", value: { word: { status: "working" } } },
    ]);
    expect(gone).toEqual(["claude-c.json"]);
  });

  it("is gone with all in it", () => {
    const known = [{ name: "claude-a.json", mtimeMs: 1, size: 1 }];
    expect(scanAll("/nonexistent", known)).toMatchObject({
      changed: [],
      gone: ["claude-a.json"],
      identity: null,
    });
  });

  it.each<[string, (path: string) => void]>([
    ["a folder", (path) => mkdirSync(path)],
    ["a pipe, which nobody writes to", (path) => execFileSync("mkfifo", [path])],
    ["a link to nowhere", (path) => symlinkSync("/nonexistent", path)],
    ["a device", (path) => symlinkSync("/dev/zero", path)],
    ["1 MB", (path) => writeFileSync(path, ours("Stop", "x".repeat(1 << 20)))],
  ])("%s in it says nothing, and holds nobody up", (_what, make) => {
    const folder = scratch();
    make(join(folder, "claude-x.json"));
    write(folder, "claude-y.json");
    const said = scanAll(folder).changed.filter(({ value }) => value !== null);
    expect(said.map(({ name }) => name)).toEqual(["claude-y.json"]);
    expect(readState({ ...input(folder), name: "claude-x.json" })?.value).toBeNull();
  });

  it("may hold ten thousand", () => {
    const folder = scratch();
    for (let n = 0; n < 10_000; n += 1)
      writeFileSync(join(folder, `claude-${n}.json`), ours("Stop", {}));
    const all = scanAll(folder).changed;
    expect(all.filter(({ value }) => (value as Marker | null)?.head.pid === 42)).toHaveLength(
      10_000,
    );
    expect(scanAll(folder, stamps(all))).toMatchObject({
      changed: [],
      gone: [],
    });
  });
});
