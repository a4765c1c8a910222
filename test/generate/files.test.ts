import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generate } from "../../generate/files.ts";
import { readTable } from "../../generate/table.ts";
import { FAILURES } from "../../src/core/errors.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const table = await readTable();

it("completions, manual and docs/cli.md are as the command table has them: else run `npm run generate`", async () => {
  for (const [name, text] of await generate(read)) expect(read(name), name).toBe(text);
});

it("writes all that stands between the two lines, whatever was there", async () => {
  const line = `# ${"-".repeat(100)}`;
  const emptied = (name: string): string => {
    const [head, , tail] = read(name).split(line);
    return [head, "\nold\n", tail].join(line);
  };
  for (const [name, text] of await generate(emptied)) expect(text, name).toBe(read(name));
});

it("names every command and every flag in all of them", () => {
  for (const file of [
    "completions/ccmux.bash",
    "completions/_ccmux",
    "completions/ccmux.fish",
    "man/ccmux.1",
    "docs/cli.md",
  ]) {
    const text = read(file).replaceAll("\\-", "-");
    for (const { names, flags } of table) {
      expect(text, file).toContain(names[0]);
      for (const { name } of flags) expect(text).toMatch(new RegExp(`(?:--|-l )${name}\\b`));
    }
  }
});

it("explains every exit code", () => {
  const page = read("docs/cli.md");
  for (const [code, { exit }] of Object.entries(FAILURES))
    expect(page).toMatch(new RegExp(String.raw`^\| ${exit} \| .+\`${code}\``, "m"));
  const man = read("man/ccmux.1");
  const codes = new Set([0, 130, ...Object.values(FAILURES).map(({ exit }) => exit)]);
  for (const code of codes) expect(man).toMatch(new RegExp(`^\\.B "${code}"$`, "m"));
});

it("knows what completes a session, a file and a word", () => {
  const wait = table.find(({ names }) => names[0] === "wait")!;
  expect(wait.positionals.map(({ kind }) => kind)).toEqual(["session"]);
  expect(wait.rest?.kind).toBe("session");
  const send = table.find(({ names }) => names[0] === "send")!;
  expect(send.positionals.map(({ kind }) => kind)).toEqual(["session", "free"]);
  expect(send.flags.find(({ name }) => name === "file")?.value?.kind).toBe("file");
  const list = table.find(({ names }) => names[0] === "list")!;
  expect(list.flags.find(({ name }) => name === "agent")?.value).toMatchObject({
    words: expect.arrayContaining(["claude", "codex"]),
  });
});
