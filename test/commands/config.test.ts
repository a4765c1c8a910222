/** `ccmux config`, the whole command but for its process; no daemon is needed. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { parse } from "../../src/commands/_command.ts";
import command from "../../src/commands/config.ts";
import { FAILURES, toFailure } from "../../src/core/errors.ts";

const CCMUX = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));
const runFile = promisify(execFile);
const COMMENTED = '// mine\n{\n  "scanMs": 500, // quick\n}\n';
const home = mkdtempSync(join(tmpdir(), "cm-"));
const path = join(home, "ccmux.json");
process.env.CCMUX_HOME = home;

afterEach(() => {
  for (const name of [path, join(home, "dotfiles")]) rmSync(name, { recursive: true, force: true });
});
afterAll(() => rmSync(home, { recursive: true }));

async function config(...argv: string[]) {
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((text) => Boolean(written.push(String(text)))),
  );
  try {
    const { args, rest } = parse(command, argv);
    await command.run({ args: args as never, rest });
    return { code: 0, out: written.join("").trimEnd(), err: "" };
  } catch (error) {
    const { code, message, hint } = toFailure(error);
    return { code: FAILURES[code].exit, out: written.join(""), err: `${message}\n${hint}` };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
const ours = (): string[] => readdirSync(home);
const text = (): string => readFileSync(path, "utf8");

it("sets, gets and unsets, and comments stay", async () => {
  writeFileSync(path, COMMENTED, { mode: 0o640 });
  expect(await config("set", "scanMs", "250")).toEqual({ code: 0, out: "scanMs = 250", err: "" });
  expect(text()).toBe(COMMENTED.replace("500", "250"));
  expect(await config("get", "scanMs")).toMatchObject({ code: 0, out: "250" });
  expect(await config("get", "discovery")).toMatchObject({ code: 0, out: "auto" });
  expect(await config("set", "agents.claude.title", "7")).toMatchObject({
    out: 'agents.claude.title = "7"',
  });
  const listed = (await config("list")).out.split("\n");
  expect(listed).toEqual(
    expect.arrayContaining([
      "tmuxSockets = []  (default)",
      "scanMs = 250",
      "idleScanMs = 5000  (default)",
      'agents.claude.title = "7"',
    ]),
  );
  expect(await config("unset", "agents")).toMatchObject({ code: 0 });
  expect(await config("unset", "agents")).toMatchObject({ code: 0, out: "agents was not set." });
  expect(text()).toBe(COMMENTED.replace("500", "250"));
  expect((statSync(path).mode & 0o777).toString(8)).toBe("640");
});

it("follows a link, and writes beside what it names", async () => {
  mkdirSync(join(home, "dotfiles"));
  writeFileSync(join(home, "dotfiles/ccmux.json"), COMMENTED);
  symlinkSync("dotfiles/ccmux.json", path);
  expect(await config("set", "discovery", "ps", "--json")).toMatchObject({ code: 0, err: "" });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(text()).toContain('"discovery": "ps"');
  expect(readdirSync(join(home, "dotfiles"))).toEqual(["ccmux.json"]);
});

it("makes a file where there is none, for us alone", async () => {
  expect(JSON.parse((await config("path", "--json")).out)).toEqual({ path });
  expect(await config("set", "tmuxSockets", '["work"]')).toMatchObject({ code: 0 });
  expect(text()).toBe('{\n  "tmuxSockets": ["work"]\n}\n');
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
});

it.each([
  [["set", "scanms", "5"], 64, 'Did you mean "scanMs"?'],
  [["set", "scanMs", "fast"], 64, 'scanMs: "fast" is no number'],
  [["set", "scanMs", "5"], 64, "scanMs: 5 is less than 100"],
  [["set", "tmuxSockets", "work"], 64, "is no list"],
  [["set", "agents.own.title", "Own"], 64, "agents.own"],
  [["set", "agents.own", '{"process":{"executable":"("}}'], 64, "agents.own.process.executable"],
  [["get", "agents.claude.title"], 1, "is not set"],
  [["set", "scanMs"], 64, "<value> is missing"],
  [["lst"], 64, 'Did you mean "list"?'],
  [["path", "x"], 64, "takes no argument"],
])("%j ends with %i, and changes nothing", async (args, code, words) => {
  writeFileSync(path, COMMENTED);
  const answer = await config(...args);
  expect([answer.code, answer.out, answer.err]).toEqual([code, "", expect.stringContaining(words)]);
  expect(text()).toBe(COMMENTED);
});

it.each([
  ["does not parse", '{ "scanMs": 500, // oops\n', "does not parse"],
  ["is no object", "[1]", "is no object"],
  ["is no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "is no UTF-8"],
])("FR-043 a file that %s stays as it is, to the byte", async (_what, body, words) => {
  writeFileSync(path, body);
  const before = readFileSync(path);
  const { code, out, err } = await config("set", "scanMs", "250");
  expect([code, out, err]).toEqual([75, "", expect.stringContaining(words)]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(ours().filter((name) => name !== "state")).toEqual(["ccmux.json"]);
});

it("a file that is write-protected stays so", async () => {
  writeFileSync(path, COMMENTED);
  chmodSync(path, 0o444);
  expect(await config("set", "scanMs", "250")).toMatchObject({
    code: 75,
    err: expect.stringContaining("write-protected"),
  });
  expect(text()).toBe(COMMENTED);
});

it("several at the same time all come in", { timeout: 60_000 }, async () => {
  const env = { HOME: home, PATH: process.env.PATH, CCMUX_HOME: home };
  const titles = { claude: "C", codex: "X", gemini: "G", pi: "P" };
  await Promise.all(
    Object.entries(titles).map(([name, title]) =>
      runFile(CCMUX, ["config", "set", `agents.${name}.title`, title], { env }),
    ),
  );
  const agents = Object.entries(titles).map(([name, title]) => [name, { title }]);
  expect(JSON.parse(text())).toEqual({ agents: Object.fromEntries(agents) });
});
