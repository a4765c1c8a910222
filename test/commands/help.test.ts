import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { columns, hang } from "../../src/commands/_columns.ts";
import { COMMON, parse } from "../../src/commands/_command.ts";
import { renderAll, renderHelp } from "../../src/commands/_help.ts";
import { renderUsage } from "../../src/commands/_usage.ts";
import { COMMANDS } from "../../src/commands/index.ts";

const shown = COMMANDS.filter(({ hidden }) => !hidden);
const plain = (text: string): string[] => stripVTControlCharacters(text).split("\n");

describe.each([80, 60, 40])("at %i columns", (width) => {
  it("`--help` fits a screen and names every command once", () => {
    const lines = plain(renderHelp(COMMANDS, width));
    expect(lines.length).toBeLessThan(width < 60 ? 45 : 30);
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const names = lines.filter((line) => /^ {2}[a-z]+(?:,|$)/.test(line)).join(" ");
    expect(names.match(/[a-z]+/g)).toEqual(expect.arrayContaining(shown.map(({ name }) => name)));
    expect(names.match(/[a-z]+/g)).toHaveLength(shown.length);
  });

  it("`help --all` says what each does", () => {
    const lines = plain(renderAll(COMMANDS, width));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    for (const { name } of shown)
      expect(lines.filter((line) => `${line} `.startsWith(`  ${name} `))).toHaveLength(1);
  });

  it.each(shown)("`help $name` does not overflow", async ({ name, description, load }) => {
    const command = await load();
    const lines = plain(renderUsage(command, Object.keys(COMMON), width));
    expect([command.meta.name, command.meta.description]).toEqual([name, description]);
    // A command line is to be copied, so that it is never broken.
    const copied = (command.examples ?? []).map(([line]) => `  ${line}`);
    const over = lines.filter((line) => line.length > width && !copied.includes(line));
    expect(over).toEqual([]);
  });
});

it("an unknown flag names the one that may have been meant, and the help", async () => {
  const list = await shown.find(({ name }) => name === "list")!.load();
  expect(() => parse(list, ["--stauts", "idle"])).toThrow(
    expect.objectContaining({
      message: 'Unknown option "--stauts".',
      hint: 'Did you mean "--status"? Run `ccmux list --help`.',
    }),
  );
  expect(() => parse(list, ["-x"])).toThrow('Unknown option "-x".');
});

it.each([
  [["--status"], "--status needs a value."],
  [["--status", "--json"], "--status needs a value; one that begins with a dash: --status=-x."],
  [["--watch=1"], "--watch takes no value."],
])("says in our words what a flag lacks: %j", async (argv, message) => {
  const list = await shown.find(({ name }) => name === "list")!.load();
  expect(() => parse(list, argv)).toThrow(
    expect.objectContaining({ message, hint: "Run `ccmux list --help`." }),
  );
});

it("goes on below where a text does not fit, and below its name where that is long", () => {
  expect(columns([["--a", "some words that do not fit"]], 27)).toEqual([
    "  --a  some words that do",
    "       not fit",
  ]);
  expect(columns([["--a-long-flag", "some words that do not fit"]], 27)).toEqual([
    "  --a-long-flag",
    "      some words that do",
    "      not fit",
  ]);
});

it("goes on below itself, two columns further in, and breaks no word", () => {
  expect(hang("  dialog: it asks something. Answer it.", 24)).toEqual([
    "  dialog: it asks",
    "    something. Answer",
    "    it.",
  ]);
  expect(hang("21:56:28 claude-a shop main:0.0 ended", Infinity)).toHaveLength(1);
});
