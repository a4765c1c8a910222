/** What the hook script makes of a payload, in every shell that may be `sh`. */
import { spawn, spawnSync, type SpawnSyncOptions } from "node:child_process";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readHead } from "../../src/core/marker.ts";
import { STATE_FILE } from "../../src/workers/state-folder.ts";
import { wrap } from "../lab/wrapped.ts";
import { makeHome, readMarker, SCRIPT, SHELLS } from "./hook.ts";

const recorded = resolve(import.meta.dirname, "../rig/hooks");
const COMMANDED = ["claude", "codex", "copilot", "cursor", "antigravity", "gemini"];
const KIB_64 = 64 << 10;
const OK = { status: 0, signal: null, stdout: "", stderr: "" };

/** Runs it to its end and says all that its agent would see of it. */
function hook(
  [shell, ...flags]: readonly string[],
  args: readonly string[],
  options: SpawnSyncOptions,
) {
  const all = { encoding: "utf8", timeout: 30_000, ...options } as const;
  const { status, signal, stdout, stderr } = spawnSync(shell!, [...flags, SCRIPT, ...args], all);
  return { status, signal, stdout, stderr };
}

const inHome = (home: string) => ({ PATH: process.env["PATH"], CCMUX_HOME: home });

describe.each(SHELLS.map((shell) => [shell.join(" "), shell] as const))("%s", (_name, shell) => {
  it("keeps the bytes of what agents gave their hooks, under the conversation's id", () => {
    for (const agent of COMMANDED) {
      // One of a kind is enough: the kinds differ in where the id is.
      const [file] = globSync(join(recorded, agent, "*.json")).toSorted();
      if (!file) continue;
      const { home, markers } = makeHome();
      const input = readFileSync(file);
      const event = basename(file, ".json").split("-")[0]!;
      expect(hook(shell, [agent, event], { env: inHome(home), input })).toEqual(OK);
      const { name, head, payload } = readMarker(markers);
      const given = JSON.parse(input.toString()) as Record<string, string>;
      const id = given["session_id"] ?? given["sessionId"];
      expect(name).toBe(`${agent}-${id ?? process.pid}.json`);
      expect(name).toMatch(STATE_FILE.marker);
      expect(payload.equals(input)).toBe(true);
      expect(readHead(head)).toMatchObject({
        agent,
        event,
        pid: process.pid,
        nativeId: id ?? null,
      });
      expect(head).toMatchObject({ truncated: false });
      expect(Math.abs(Number(head["timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
      expect(statSync(join(markers, name)).mode & 0o777).toBe(0o600);
    }
  });

  it("keeps bytes that are no UTF-8, and newlines at the end", () => {
    const { home, markers } = makeHome();
    const input = Buffer.from([0x22, 0xff, 0xc3, 0x28, 0x5c, 0x6e, 0x25, 0x73, 0x0a, 0x0a, 0x0a]);
    expect(hook(shell, ["claude", "Stop"], { env: inHome(home), input })).toEqual(OK);
    expect(readMarker(markers).payload.equals(input)).toBe(true);
  });

  it("cuts a megabyte to 64 KiB, having read all of it", () => {
    const { home, markers } = makeHome();
    const input = Buffer.from(`{"session_id":"big","x":"${'\\"é'.repeat(250_000)}"}`);
    expect(hook(shell, ["claude", "Stop"], { env: inHome(home), input })).toEqual(OK);
    const { name, head, payload } = readMarker(markers);
    expect(name).toBe("claude-big.json");
    expect(head).toMatchObject({ truncated: true, session_id: "big" });
    expect(payload.equals(input.subarray(0, KIB_64))).toBe(true);
  });

  it("does not wait for a pipe that nobody closes", async () => {
    const { home, markers } = makeHome();
    const [program, ...flags] = shell;
    const began = performance.now();
    const held = spawn(program!, [...flags, SCRIPT, "claude", "Stop"], { env: inHome(home) });
    held.stdin.write('{"session_id":"held"}');
    const [code] = await once(held, "exit");
    // By itself it takes 0.8 s; the rest is for a machine that has other things to do.
    expect(performance.now() - began).toBeLessThan(10_000);
    held.stdin.end();
    expect(code).toBe(0);
    expect(readMarker(markers)).toMatchObject({ name: "claude-held.json" });
    expect(readMarker(markers).payload.toString()).toBe('{"session_id":"held"}');
  });

  it("is silent where nothing can be written", () => {
    const { home, markers } = makeHome();
    const input = '{"session_id":"x"}';
    writeFileSync(join(home, "a file"), "");
    for (const CCMUX_HOME of [join(home, "gone"), join(home, "a file"), "/dev/null", "/proc"])
      expect(hook(shell, ["claude", "Stop"], { env: { CCMUX_HOME }, input })).toEqual(OK);
    expect(readdirSync(home).toSorted()).toEqual(["a file", "session-pids"]);

    // A file may be this long and no longer: what a full disk does, without a disk.
    const full = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
    const args = ["-c", full, "sh", ...shell, SCRIPT, "claude", "Stop"];
    const done = spawnSync("/bin/sh", args, { env: inHome(home), input, encoding: "utf8" });
    expect(done).toMatchObject(OK);
    expect(readdirSync(markers)).toEqual([]);
  });
});

const [sh] = SHELLS;

describe("the name of a marker", () => {
  const named = (payload: string, ...more: string[]): string => {
    const { home, markers } = makeHome();
    const options = { env: inHome(home), input: payload };
    expect(hook(sh!, ["claude", "Stop", ...more], options)).toEqual(OK);
    return readMarker(markers).name;
  };
  const counted = `claude-${process.pid}.json`;

  it.each([
    ['{"session_id":"a-B_9"}', "claude-a-B_9.json"],
    ['{\n  "cwd": "/x",\n  "session_id": "pretty"\n}', "claude-pretty.json"],
    ['{"hookName":"x","sessionId":"camel"}', "claude-camel.json"],
    ['{"conversation_id":"c","session_id":"s"}', "claude-c.json"],
    [`{"session_id":"${"x".repeat(128)}"}`, `claude-${"x".repeat(128)}.json`],
    // What a person wrote is no field, whatever it looks like.
    ['{"prompt":"\\"session_id\\":\\"fake\\"","session_id":"real"}', "claude-real.json"],
    ['{"tool":"session_id","session_id":"real"}', "claude-real.json"],
  ])("%s → %s", (payload, name) => expect(named(payload)).toBe(name));

  it.each([
    '{"session_id":"../../etc/x"}',
    '{"session_id":"a b"}',
    '{"session_id":"$(touch x)"}',
    '{"session_id":"é"}',
    '{"session_id":""}',
    '{"session_id":null,"cwd":"/x"}',
    `{"session_id":"${"x".repeat(129)}"}`,
    "*",
    "",
  ])("%s is none, and the process stands for it", (payload) =>
    expect(named(payload)).toBe(counted),
  );

  it("comes from the last argument where the agent gives its payload there", () =>
    expect(named("not this", '{"type":"t","thread-id":"t1"}')).toBe("claude-t1.json"));
});

it("writes nothing for a name that is none", () => {
  const { home, markers } = makeHome();
  const names = [[], ["claude"], ["../x", "Stop"], ["Claude", "Stop"], ["claude", 'St"op']];
  for (const args of names) expect(hook(sh!, args, { env: inHome(home), input: "{}" })).toEqual(OK);
  expect(readdirSync(markers)).toEqual([]);
});

it("leaves whole markers when many write at once", async () => {
  const { home, markers } = makeHome();
  const running = Array.from({ length: 6 }, (_, i) => {
    const one = spawn(SCRIPT, ["claude", `Event${i}`], { env: inHome(home) });
    one.stdin.end(`{"session_id":"${i % 2}","i":${i}}`);
    return once(one, "exit");
  });
  expect(await Promise.all(running)).toEqual(running.map(() => [0, null]));
  const names = readdirSync(markers).toSorted();
  expect(names).toEqual(["claude-0.json", "claude-1.json"]);
  for (const name of names) {
    const [head, payload] = readFileSync(join(markers, name), "utf8").split("\n");
    expect(JSON.parse(head!).event).toBe(`Event${JSON.parse(payload!).i}`);
  }
});

it("starts four programs at most", () => {
  const { home, markers } = makeHome();
  const tools =
    "awk basename cat cut date dd dirname env expr grep head id mkdir mktemp mv od ps readlink rm sed sleep stat tail tr wc";
  const log = join(home, "programs");
  const lines = `echo "\${0##*/}" >>'${log}'`;
  const { PATH } = wrap(Object.fromEntries(tools.split(" ").map((name) => [name, lines])));
  const env = { ...inHome(home), PATH };
  expect(hook(sh!, ["claude", "Stop"], { env, input: '{"session_id":"x"}' })).toEqual(OK);
  expect(readMarker(markers).name).toBe("claude-x.json");
  const started = readFileSync(log, "utf8").trim().split("\n");
  // The nap may be over before it has begun.
  expect([...started.filter((name) => name !== "sleep"), "sleep"].toSorted()).toEqual([
    "cat",
    "date",
    "mv",
    "sleep",
  ]);
  expect(started.length).toBeLessThanOrEqual(4);
});
