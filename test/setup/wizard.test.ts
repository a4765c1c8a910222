/** The guided setup, as a person has it: on a terminal. */
import { mkdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openTerminal, type Terminal } from "./terminal.ts";
import { makeWorld, settingsOf, type TestWorld } from "./world.ts";

const CCMUX = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));
const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
/** So wide is what the README shows. */
const PICTURED = 60;
const MINE = '{\n  // mine\n  "model": "opus"\n}\n';
const [WHICH, WRITE] = ["Which of them shall tell ccmux", "Write these"];

interface Scene {
  world: TestWorld;
  settings: string;
  terminal: Terminal;
}

/** Claude Code and Pi are installed, and Claude Code has settings. */
function begin(
  columns: number,
  more: Readonly<Record<string, string>> = {},
  ...args: string[]
): Scene {
  const world = makeWorld({}, { LANG: "C.UTF-8", ...more });
  const settings = settingsOf(world, "claude");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, MINE);
  return { world, settings, terminal: open(world, columns, ...args) };
}

function open({ env }: TestWorld, columns: number, ...args: string[]): Terminal {
  const words = [CCMUX, "setup", "--agent", "claude,pi", ...args];
  return openTerminal(words, env as Record<string, string>, columns);
}

function expectUntouched({ world, settings }: Scene): void {
  expect(readFileSync(settings, "utf8")).toBe(MINE);
  expect(existsSync(settingsOf(world, "pi"))).toBe(false);
  expect(existsSync(join(world.paths.config, "../hooks"))).toBe(false);
}

describe.each([120, 60])("the wizard at %i columns", { timeout: 90_000 }, (columns) => {
  it("finds, shows, asks, writes, and says how to undo, as the README has it", async () => {
    const scene = begin(columns);
    const { terminal, settings, world } = scene;
    const found = await terminal.see(WHICH);
    expect(found).toContain("Claude Code 2.1.332: not installed");
    expect(found).toContain("Pi 1.6.0: not installed");
    terminal.press("Enter");
    const plan = await terminal.see(WRITE);
    expect(plan.replaceAll(/\s*│\n│\s*/g, "")).toContain("~/.claude/settings.json");
    expect(plan).toContain('"model": "opus"');
    expectUntouched(scene);

    terminal.press("Enter");
    const end = await terminal.see("code 0");
    expect(end).toContain("~/.claude/settings.json: written");
    expect(end).toContain("To undo it: ccmux setup --uninstall");
    expect(readFileSync(settings, "utf8")).toContain("ccmux-hook.sh claude Stop");
    expect(existsSync(settingsOf(world, "pi"))).toBe(true);
    const rows = end.split("\n");
    expect(rows.filter((row) => row.length > columns)).toEqual([]);
    const outcome = end.slice(end.indexOf(`◇  ${WRITE}`), end.indexOf("code 0"));
    const pictures = [found, outcome].map((text) => `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`);
    const wrong = pictures.filter((text) => columns === PICTURED && !README.includes(text));
    expect(wrong).toEqual([]);
  });

  it("offers completion of the shell that the person has, and leaves it when it is not wanted", async () => {
    for (const [key, isThere] of [
      ["Enter", true],
      ["C-c", false],
    ] as const) {
      const { terminal, world, settings } = begin(columns, { SHELL: "/usr/bin/bash" });
      await terminal.see(WHICH);
      terminal.press("Enter");
      await terminal.see(WRITE);
      terminal.press("Enter");
      await terminal.see("at TAB in bash, too?");
      terminal.press(key);
      expect(await terminal.see("code 0")).toContain("To undo it: ccmux setup --uninstall");
      expect(readFileSync(settings, "utf8")).toContain("ccmux-hook.sh claude Stop");
      const place = join(world.home, ".local/share/bash-completion/completions/ccmux");
      expect(existsSync(place)).toBe(isThere);
    }
  });

  it("writes nothing when the first question is left with Ctrl-C", async () => {
    const scene = begin(columns);
    await scene.terminal.see(WHICH);
    scene.terminal.press("C-c");
    expect(await scene.terminal.see("code 130")).toContain("Nothing was written.");
    expectUntouched(scene);
  });

  it("writes nothing when the last question is left with Ctrl-C, or answered with no", async () => {
    for (const [key, code] of [
      ["C-c", 130],
      ["n", 0],
    ] as const) {
      const scene = begin(columns);
      await scene.terminal.see(WHICH);
      scene.terminal.press("Enter");
      await scene.terminal.see(WRITE);
      scene.terminal.press(key);
      expect(await scene.terminal.see(`code ${code}`)).toContain("Nothing was written.");
      expectUntouched(scene);
    }
  });

  it("takes back what it wrote", async () => {
    const scene = begin(columns, {}, "--uninstall");
    const { terminal } = scene;
    expect(await terminal.see("code 0")).toContain("Nothing of ccmux is there.");
    expectUntouched(scene);

    await scene.world.run("install", ["claude", "pi"]);
    const second = open(scene.world, columns, "--uninstall");
    await second.see("Which of them shall ccmux leave?");
    second.press("Enter");
    await second.see("Take ccmux out of these 3 files?");
    second.press("Enter");
    await second.see("code 0");
    expectUntouched(scene);
  });
});
