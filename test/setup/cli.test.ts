/** `ccmux setup` as scripts call it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import type { SetupReport } from "../../src/setup/report.ts";
import { run } from "../lab/run.ts";
import { makeWorld, put, settingsOf, type TestWorld } from "./world.ts";

const ENTRY = resolve(import.meta.dirname, "../../bin/entry.mjs");

function setup({ env, home }: TestWorld, ...args: string[]) {
  const all = { ...env, NODE_COMPILE_CACHE: join(home, "cache") } as Record<string, string>;
  return run(process.execPath, [ENTRY, "setup", ...args], { cwd: "/", env: all });
}

function makeClaude(): TestWorld {
  const world = makeWorld(null);
  const [bin] = world.env.PATH!.split(":");
  put(join(bin!, "claude"), "#!/bin/sh\necho '2.1.332 (Claude Code)'\n", 0o755);
  return world;
}

it("prints the plan where there is nobody to ask, writes nothing, and says what to do", async () => {
  const world = makeClaude();
  put(settingsOf(world, "claude"), '{\n  "a": 1\n}\n');
  const { code, stdout, stderr } = await setup(world);
  expect(code).toBe(64);
  expect(stdout).toContain("Claude Code 2.1.332");
  expect(stdout).toContain('+  "hooks": {');
  expect(stdout).toContain("Not on PATH: Antigravity, Codex,");
  expect(stderr).toContain("Nothing was written");
  expect(stderr).toContain("--yes");
  expect(readFileSync(settingsOf(world, "claude"), "utf8")).toBe('{\n  "a": 1\n}\n');
});

it("is one document with --json, from the dry run to the uninstall", async () => {
  const world = makeClaude();
  const json = async (...args: string[]): Promise<SetupReport> => {
    const { code, stdout, stderr } = await setup(world, "--json", ...args);
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as SetupReport;
  };
  const claude = ({ agents }: SetupReport) => agents.find(({ agent }) => agent === "claude")!;
  const dry = await json("--dry-run");
  expect(dry).toMatchObject({ ok: true, task: "install", applied: false });
  expect(claude(dry)).toMatchObject({
    version: "2.1.332",
    program: expect.stringMatching(/bin\/claude$/),
    state: "absent",
    files: [{ change: "make", done: false, path: settingsOf(world, "claude") }],
    undo: "ccmux setup --uninstall --agent claude",
  });
  expect(claude(await json("--yes")).files).toMatchObject([{ done: true, state: "installed" }]);
  expect(claude(await json("--uninstall", "--yes")).files).toMatchObject([
    { change: "remove", done: true },
  ]);
  expect(claude(await json("--status"))).toMatchObject({ state: "absent" });
});

it("ends with 75 when a file had to be left alone, and with 64 for an agent that it does not know", async () => {
  const world = makeClaude();
  put(settingsOf(world, "claude"), "{");
  const refused = await setup(world, "--yes");
  expect(refused.code).toBe(75);
  expect(refused.stdout).toContain("It does not parse: close brace expected in line 1, column 2.");
  const wrong = await setup(world, "--agent", "claude,clod");
  expect(wrong).toMatchObject({ code: 64, stdout: "" });
  expect(wrong.stderr).toContain('--agent: "clod"');
});
