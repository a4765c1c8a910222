/** Several agents, several folders, and what one of them costs the others: nothing. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import claude from "../../src/agents/claude/index.ts";
import type { JsonPlace } from "../../src/agents/_setup.ts";
import { putHooks, takeHooks } from "../../src/setup/entries.ts";
import { findVersion, isAtLeast } from "../../src/setup/versions.ts";
import { fileOf, inWorld, makeWorld, put, settingsOf } from "./world.ts";

const scriptOf = ({ paths }: { paths: { config: string } }): string =>
  join(dirname(paths.config), "hooks/ccmux-hook.sh");

it("keeps the script until the last one that runs it is gone", async () => {
  const world = makeWorld(null);
  await world.run("install", ["pi"]);
  expect(existsSync(scriptOf(world))).toBe(false);
  await world.run("install", ["claude", "codex"]);
  await world.run("uninstall", ["claude", "pi"]);
  expect(existsSync(scriptOf(world))).toBe(true);
  await world.run("uninstall", ["codex"]);
  expect(existsSync(scriptOf(world))).toBe(false);
});

it("installs what is on PATH, and what is named", async () => {
  const world = makeWorld(null);
  put(join(world.env.PATH!.split(":")[0]!, "gemini"), "#!/bin/sh\necho 0.61.0\n", 0o755);
  const report = await world.run("install");
  const states = report.agents.map(({ agent, state }) => [agent, state] as const);
  expect(states.filter(([, state]) => state !== "missing")).toEqual([
    ["gemini", "installed"],
    ["tmux", "absent"],
  ]);
  expect(report.agents).toHaveLength(10);
  const named = await world.run("install", ["cursor"]);
  expect(named.agents).toMatchObject([{ agent: "cursor", program: null, state: "installed" }]);
  // What is installed is kept up to date, and taken back, wherever its program went.
  const all = await world.run("uninstall");
  expect(
    all.agents.filter(({ files }) => files.some(({ done }) => done)).map(({ agent }) => agent),
  ).toEqual(["cursor", "gemini"]);
});

it("has all folders of an agent, each once, also those that are not in use any more", async () => {
  const world = makeWorld(null);
  const work = join(world.home, "work");
  mkdirSync(join(world.home, ".claude"));
  mkdirSync(work);
  const at = { ...world, env: { ...world.env, CLAUDE_CONFIG_DIR: `${work}/` } };
  const both = await inWorld(at).run("install", ["claude"]);
  const files = both.agents[0]!.files.map(({ path }) => path);
  expect(files).toEqual([join(work, "settings.json"), join(world.home, ".claude/settings.json")]);
  rmSync(work, { recursive: true });
  symlinkSync(".claude", work);
  const one = await inWorld(at).run("install", ["claude"]);
  expect(one).toMatchObject({ ok: true, agents: [{ files: [{ state: "installed" }] }] });
  rmSync(work);
  const later = await world.run("install", ["claude"]);
  expect(later.agents[0]!.files).toHaveLength(1);
  expect(existsSync(work)).toBe(false);
  expect((await world.run("uninstall", ["claude"])).ok).toBe(true);
  expect(existsSync(join(world.paths.state, "setup.json"))).toBe(false);
});

it("leaves a file with two names, and one of somebody else's, and does the rest", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  put(path, "{}\n");
  linkSync(path, join(world.home, "twin.json"));
  const report = await world.run("install", ["claude", "codex"]);
  expect(fileOf(report, "claude").refused!.message).toBe(
    "has 2 names (hard links), and would keep but one",
  );
  expect(fileOf(report, "codex").done).toBe(true);
  const other = inWorld({ ...world, uid: world.uid + 1 });
  expect(fileOf(await other.run("install", ["claude"]), "claude").refused!.message).toMatch(
    /^belongs to another user/,
  );
  expect(readFileSync(path, "utf8")).toBe("{}\n");
});

it("does not write over what changed since it looked", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  put(path, "{}\n");
  const carryOut = await world.prepare("install", ["claude"]);
  writeFileSync(path, '{"theme": "dark"}\n');
  expect(fileOf(carryOut(), "claude").refused!.message).toBe("has changed while this ran");
  expect(readFileSync(path, "utf8")).toBe('{"theme": "dark"}\n');
});

it("says when a setting keeps hooks from running", async () => {
  const world = makeWorld(null);
  put(settingsOf(world, "claude"), '{"disableAllHooks": true}');
  put(settingsOf(world, "gemini"), '{"hooksConfig": {"enabled": false}}');
  put(join(world.home, ".codex/config.toml"), "[features]\nhooks = false\n");
  const report = await world.run("install", ["claude", "gemini", "codex"]);
  for (const { files } of report.agents)
    expect(files[0]).toMatchObject({
      done: true,
      off: expect.stringMatching(/true|false/),
      todo: expect.stringMatching(/^Take/),
    });
});

it("is not brought down by thousands of brackets", async () => {
  const world = makeWorld(null);
  const deep = `{"a": ${"[".repeat(3000)}${"]".repeat(3000)}}`;
  put(settingsOf(world, "claude"), deep);
  const report = await world.run("install", ["claude", "codex"]);
  expect(fileOf(report, "codex").done).toBe(true);
  const { done, refused } = fileOf(report, "claude");
  expect(done || refused!.message === "is nested too deeply").toBe(true);
  await world.run("uninstall", ["claude"]);
  expect(readFileSync(settingsOf(world, "claude"), "utf8")).toBe(deep);
});

const place = claude.setup!.place as JsonPlace;
const lists = { agent: "claude", place };
const wanted = new Map(
  ["Stop", "SessionStart"].map((event) => [event, `/x/ccmux-hook.sh claude ${event}`]),
);
const item = fc.record({
  matcher: fc.string(),
  hooks: fc.array(fc.record({ command: fc.string() }), { minLength: 1, maxLength: 2 }),
});

it("gives back every text that it was given, however it is laid out", () => {
  const settings = fc.record(
    {
      a: fc.jsonValue(),
      hooks: fc.dictionary(
        fc.constantFrom("Stop", "PreToolUse", "x"),
        fc.array(item, { minLength: 1, maxLength: 2 }),
        { minKeys: 1 },
      ),
      z: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const layout = fc.record({
    space: fc.constantFrom("", " ", "  ", "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    note: fc.constantFrom("", " // note", " /* note */"),
    end: fc.constantFrom("", "\n"),
  });
  fc.assert(
    fc.property(settings, layout, (value, { space, eol, note, end }) => {
      const json = JSON.stringify(value, null, space);
      // A comment at the end of each line, where there are lines.
      const lines = json.split("\n").map((line) => (json.includes("\n") ? line + note : line));
      const text = lines.join(eol) + end;
      const full = putHooks(text, lists, wanted);
      expect(full).toBeTypeOf("string");
      expect(putHooks(full as string, lists, wanted)).toBe(full);
      const back = takeHooks(full as string, lists);
      // An object that says nothing is one however it is written.
      expect(squeeze(back as string)).toBe(squeeze(text));
    }),
    { numRuns: 300 },
  );
});

function squeeze(text: string): string {
  return text.replaceAll(/\{\s*\}/g, "{}");
}

it.each([
  ["2.1.332 (Claude Code)", "2.1.332"],
  ["codex-cli 0.171.0", "0.171.0"],
  ["GitHub Copilot CLI 1.0.102.\nRun copilot update", "1.0.102"],
  ["omp/18.2.3", "18.2.3"],
  ["2026.8.25-9a1b2c3\n", "2026.8.25-9a1b2c3"],
  ["v1.2.3-beta.1", "1.2.3-beta.1"],
  ["it won't say", null],
])("finds the version in %j", (text, version) => expect(findVersion(text)).toBe(version));

it.each([
  ["2.1.332", "2.1.33", true],
  ["2.1.4", "2.1.33", false],
  ["2.0", "2.0.0", true],
  ["2026.1.16-abc", "2026.1.16", true],
  ["2025.12.31", "2026.1.16", false],
])("%s is at least %s: %s", (version, least, is) => expect(isAtLeast(version, least)).toBe(is));

it("takes a longer line with our script in it for a person's own, and leaves it", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  const command = `afplay done.aiff; ${world.home}/.config/ccmux/hooks/ccmux-hook.sh claude Stop`;
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
  put(path, text);
  await world.run("install", ["claude"]);
  expect(readFileSync(path, "utf8")).toContain(command);
  await world.run("uninstall", ["claude"]);
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("keeps a file that it made, once a person has written comments into it", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "copilot");
  await world.run("install", ["copilot"]);
  writeFileSync(path, readFileSync(path, "utf8").replace("{", "{ // my notes"));
  await world.run("uninstall", ["copilot"]);
  expect(readFileSync(path, "utf8")).toContain("// my notes");
});
