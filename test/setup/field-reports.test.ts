/** What others' installers got wrong, and people reported: FR-043 to FR-054. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { expect, it } from "vitest";
import { renderStatus } from "../../src/commands/_setup.ts";
import { knownAgents } from "../../src/setup/survey.ts";
import { fileOf, makeWorld, put, settingsOf } from "./world.ts";

it("FR-043: settings that do not parse stay as they are, with the place named; comments stay", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  const good = '{\n  // note\n  "a": 1,\n}\n';
  put(path, good);
  expect((await world.run("install", ["claude"])).ok).toBe(true);
  expect(readFileSync(path, "utf8")).toContain("// note");

  const bad = '{\n  "a": 1,\n  "hooks": {\n';
  for (const text of [
    bad,
    "[]",
    '{"hooks": []}',
    '{"hooks": {"Stop": {}}}',
    '{"hooks": {}, "hooks": {}}',
    "{".repeat(50_000),
  ]) {
    put(path, text);
    for (const task of ["install", "uninstall"] as const) {
      const report = await world.run(task, ["claude"]);
      expect(report.ok, text).toBe(false);
      expect(fileOf(report, "claude")).toMatchObject({
        state: "unknown",
        change: null,
        done: false,
      });
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  }
  put(path, bad);
  const { refused } = fileOf(await world.run("install", ["claude"]), "claude");
  expect(refused!.message).toBe("does not parse: close brace expected in line 4, column 1");
  put(path, Buffer.from([0xff, 0xfe, 0x7b, 0]));
  expect(fileOf(await world.run("install", ["claude"]), "claude").refused!.message).toBe(
    "is no UTF-8 text",
  );
});

it("FR-044: a link stays a link, and what it names is changed and given back", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  const real = join(world.home, "dotfiles/claude.json");
  put(real, '{ "a": 1 }\n', 0o600);
  mkdirSync(dirname(path));
  symlinkSync("../dotfiles/claude.json", path);
  const report = await world.run("install", ["claude"]);
  expect(fileOf(report, "claude")).toMatchObject({
    done: true,
    path,
    notes: [`is ${real}, behind a link`],
  });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(lstatSync(real).mode & 0o777).toBe(0o600);
  expect(readFileSync(real, "utf8")).toContain("ccmux-hook.sh claude Stop");
  expect(readdirSync(dirname(real))).toEqual(["claude.json"]);
  expect((await world.run("uninstall", ["claude"])).ok).toBe(true);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toBe('{ "a": 1 }\n');
});

it("FR-044: a link to nowhere is named, and stays", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  put(join(dirname(path), "x"), "");
  symlinkSync("../gone/claude.json", path);
  const { refused } = fileOf(await world.run("install", ["claude"]), "claude");
  expect(refused!.message).toBe("is a link to nowhere");
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

it("FR-045: in a read-only store hooks count when they are there, and are shown when they are not", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  const store = join(world.home, "store");
  put(join(store, "claude.json"), "{}\n", 0o444);
  chmodSync(store, 0o555);
  mkdirSync(dirname(path));
  symlinkSync(join(store, "claude.json"), path);
  const report = await world.run("install", ["claude", "pi"]);
  expect(report.ok).toBe(false);
  const file = fileOf(report, "claude");
  expect(file).toMatchObject({ done: false, refused: { message: "is write-protected" } });
  expect(file.diff).toContain("ccmux-hook.sh claude Stop");
  expect(readFileSync(path, "utf8")).toBe("{}\n");
  expect(fileOf(report, "pi").done).toBe(true);
  // Somebody adds them where the store comes from.
  const other = makeWorld(null);
  put(settingsOf(other, "claude"), "{}\n");
  await other.run("install", ["claude"]);
  const text = readFileSync(settingsOf(other, "claude"), "utf8").replaceAll(other.home, world.home);
  chmodSync(store, 0o755);
  put(join(store, "claude.json"), text, 0o444);
  chmodSync(store, 0o555);
  const again = await world.run("install", ["claude"]);
  expect(again.ok).toBe(true);
  expect(fileOf(again, "claude")).toMatchObject({ state: "installed", change: null });
  chmodSync(store, 0o755);
});

it("FR-046: what is stored runs through a shell, in a home with spaces and quotes", async () => {
  const world = makeWorld(null);
  const home = join(world.home, "pat o'lee");
  mkdirSync(join(home, ".config"), { recursive: true });
  const odd = makeWorld(null, {}, home);
  const report = await odd.run(
    "install",
    knownAgents().map(({ agent }) => agent.name),
  );
  expect(report.ok).toBe(true);
  for (const { agent, rules } of knownAgents()) {
    if (rules.place.kind !== "json") continue;
    const text = readFileSync(settingsOf(odd, agent.name), "utf8");
    const commands = [
      ...text.matchAll(/"(?:command|bash)": ("(?:[^"\\]|\\.)*ccmux-hook[^"]*")/g),
    ].map(([, command]) => JSON.parse(command!) as string);
    expect(commands.length).toBeGreaterThan(1);
    const input = `{"session_id":"${agent.name}"}`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", commands[0]!], {
      env: odd.env as NodeJS.ProcessEnv,
      input,
    });
    expect([status, String(stdout), String(stderr)]).toEqual([0, "", ""]);
    expect(
      existsSync(join(odd.paths.markers, `${agent.name}-${agent.name}.json`)),
      commands[0],
    ).toBe(true);
  }
});

it("FR-047: hooks run when the Node that set them up is gone; a script that is gone is made again", async () => {
  const world = makeWorld(null);
  await world.run("install", ["claude"]);
  const settings = readFileSync(settingsOf(world, "claude"), "utf8");
  expect(settings).not.toContain(dirname(process.execPath));
  const script = join(dirname(world.paths.config), "hooks/ccmux-hook.sh");
  expect(readFileSync(script, "utf8")).not.toContain("node");
  renameSync(dirname(script), `${dirname(script)}-moved`);
  expect((await world.look("install", ["claude"])).script.state).toBe("absent");
  expect((await world.run("install", ["claude"])).script).toMatchObject({
    done: true,
    state: "installed",
  });
  expect(existsSync(script)).toBe(true);
});

it("FR-048: who stands beside our hook in its group stays, with the group's matcher", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "claude");
  await world.run("install", ["claude"]);
  const group = /\{ "hooks": \[(\{[^}]*claude Stop" \})\] \}/;
  const text = readFileSync(path, "utf8").replace(
    group,
    '{ "matcher": "x", "hooks": [{ "type": "command", "command": "echo mine" }, $1] }',
  );
  expect(text).toContain("echo mine");
  writeFileSync(path, text);
  expect(fileOf(await world.run("install", ["claude"]), "claude").change).toBeNull();
  expect(readFileSync(path, "utf8")).toBe(text);
  await world.run("uninstall", ["claude"]);
  const { hooks } = JSON.parse(readFileSync(path, "utf8")) as { hooks: unknown };
  expect(hooks).toEqual({
    Stop: [{ matcher: "x", hooks: [{ type: "command", command: "echo mine" }] }],
  });
});

const CONFIG = `# mine
notify = ["bash", "-lc", "chime"]

[features] # all of them
web = true
`;

it("FR-049, FR-050: Codex's config is never written, whatever is in it", async () => {
  const world = makeWorld();
  const path = join(world.home, ".codex/config.toml");
  put(path, CONFIG);
  const seen = new Set<string>();
  for (const _ of [1, 2, 3]) {
    expect((await world.run("install", ["codex"])).ok).toBe(true);
    seen.add(readFileSync(settingsOf(world, "codex"), "utf8"));
    await world.look("install", ["codex"]);
  }
  expect(seen.size).toBe(1);
  expect((await world.run("uninstall", ["codex"])).ok).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(CONFIG);
  expect(() => parseToml(CONFIG)).not.toThrow();
});

it("FR-051: Codex's hooks count as trusted when it has written down that very hook, and never by us", async () => {
  const world = makeWorld();
  const config = join(world.home, ".codex/config.toml");
  put(config, CONFIG);
  const first = fileOf(await world.run("install", ["codex"]), "codex");
  const all = first.untrusted!;
  expect(all).toHaveLength(7);
  expect(first.todo).toContain("Trust all and continue");
  expect(readFileSync(config, "utf8")).toBe(CONFIG);

  const hooksFile = settingsOf(world, "codex");
  const bytes = readFileSync(hooksFile);
  const { hooks } = JSON.parse(bytes.toString()) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const records = Object.entries(hooks).map(([event, [group]]) => {
    const name = event.replace(/\B[A-Z]/g, "_$&").toLowerCase();
    const [command, timeout] = [group!.hooks[0]!.command, event === "SessionEnd" ? 1 : 600];
    const hook = `{"async":false,"command":${JSON.stringify(command)},"timeout":${timeout},"type":"command"}`;
    const hash = createHash("sha256")
      .update(`{"event_name":"${name}","hooks":[${hook}]}`)
      .digest("hex");
    return `\n[hooks.state."${hooksFile}:${name}:0:0"]\ntrusted_hash = "sha256:${hash}"\n`;
  });
  const told = async () => renderStatus(await world.look("install", ["codex"]), world.home);
  const before = await told();
  expect(before).toContain("  ~/.codex/hooks.json: 7 events, 7 not trusted yet\n");
  expect(before).toContain("Trust all and continue");
  put(config, CONFIG + records.slice(1).join(""));
  expect(fileOf(await world.look("install", ["codex"]), "codex").untrusted).toEqual([all[0]]);
  expect(await told()).toContain("  ~/.codex/hooks.json: 7 events, 1 not trusted yet\n");
  put(config, CONFIG + records.join(""));
  const after = await told();
  expect(after).toContain("  ~/.codex/hooks.json: 7 events, trusted\n");
  expect(after).not.toContain("Trust all");
  const trusted = fileOf(await world.run("install", ["codex"]), "codex");
  expect(trusted).toMatchObject({ state: "installed", change: null, untrusted: [], todo: null });
  expect(readFileSync(hooksFile).equals(bytes)).toBe(true);
  put(config, CONFIG + records.join("").replaceAll(/sha256:.{9}/g, "sha256:000000000"));
  expect(fileOf(await world.look("install", ["codex"]), "codex").untrusted).toEqual(all);
});

it.each([
  ["2.1.332 (Claude Code)", ["PermissionRequest", "PostToolUseFailure", "StopFailure"], []],
  ["2.1.40 (Claude Code)", ["PermissionRequest", "PostToolUseFailure"], ["StopFailure"]],
  ["2.0.1 (Claude Code)", [], ["PermissionRequest", "PostToolUseFailure", "StopFailure"]],
  ["it won't say", [], ["PermissionRequest", "PostToolUseFailure", "StopFailure"]],
])("FR-052: Claude %s gets the events that it knows", async (version, has, lacks) => {
  const world = makeWorld({ claude: version });
  const path = settingsOf(world, "claude");
  await world.run("install", ["claude"]);
  const events = Object.keys((JSON.parse(readFileSync(path, "utf8")) as { hooks: object }).hooks);
  expect(events).toEqual(expect.arrayContaining(["SessionStart", "Stop", "SessionEnd", ...has]));
  for (const event of lacks) expect(events).not.toContain(event);
});

it("FR-052: what a newer release was given goes when an older one is installed, and stays when none can tell", async () => {
  const world = makeWorld({ claude: "2.1.332" });
  const path = settingsOf(world, "claude");
  await world.run("install", ["claude"]);
  const full = readFileSync(path, "utf8");
  plant(world.env.PATH!, "claude", "no version here");
  expect(fileOf(await world.run("install", ["claude"]), "claude").change).toBeNull();
  plant(world.env.PATH!, "claude", "2.0.1");
  expect(fileOf(await world.run("install", ["claude"]), "claude").done).toBe(true);
  expect(readFileSync(path, "utf8")).not.toContain("StopFailure");
  plant(world.env.PATH!, "claude", "2.1.332");
  await world.run("install", ["claude"]);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(full));
});

it.each([
  ["2026.8.25-9a1b2c3", 4, "installed"],
  ["2025.12.1-0000000", 0, "unsupported"],
])("FR-053: Cursor %s: the user's own hook and version stay", async (version, count, state) => {
  const world = makeWorld({ "cursor-agent": version });
  const path = settingsOf(world, "cursor");
  const mine = { version: 7, hooks: { stop: [{ command: "echo mine" }] } };
  put(path, `${JSON.stringify(mine, null, 2)}\n`);
  const file = fileOf(await world.run("install", ["cursor"]), "cursor");
  expect(file).toMatchObject({ state, refused: null });
  const after = JSON.parse(readFileSync(path, "utf8")) as typeof mine;
  expect(after.version).toBe(7);
  expect(after.hooks.stop[0]).toEqual({ command: "echo mine" });
  expect(readFileSync(path, "utf8").split("ccmux-hook.sh").length - 1).toBe(count);
});

it("FR-054: hooks that a template brings back are seen, and a file that is made from one is named", async () => {
  const world = makeWorld(null);
  const path = settingsOf(world, "gemini");
  put(path, '{\n  // This file is managed by dot-o-matic; do not edit.\n  "a": 1\n}\n');
  const first = fileOf(await world.run("install", ["gemini"]), "gemini");
  expect(first.notes).toEqual([
    'says of itself "// This file is managed by dot-o-matic; do not edit.": change it there too',
  ]);
  const deployed = readFileSync(path, "utf8");
  await world.run("uninstall", ["gemini"]);
  expect(fileOf(await world.look("install", ["gemini"]), "gemini").state).toBe("absent");
  put(path, deployed);
  const back = fileOf(await world.look("install", ["gemini"]), "gemini");
  expect(back).toMatchObject({ state: "installed", change: null });
  // Nobody has the bytes from before any more: what is ours goes, and the rest stays.
  const gone = fileOf(await world.run("uninstall", ["gemini"]), "gemini");
  expect(gone).toMatchObject({ done: true, state: "absent" });
  expect(readFileSync(path, "utf8")).toBe(
    '{\n  // This file is managed by dot-o-matic; do not edit.\n  "a": 1\n}\n',
  );
});

function plant(path: string, program: string, words: string): void {
  put(join(path.split(":")[0]!, program), `#!/bin/sh\necho '${words}'\n`, 0o755);
}
