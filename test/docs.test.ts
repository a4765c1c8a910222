import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COMMANDS } from "../src/commands/index.ts";
import { FAILURES } from "../src/core/errors.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../docs/${name}`, import.meta.url), "utf8");

it("docs/troubleshooting.md has the table of errors as the code has it", () => {
  const rows = [...read("troubleshooting.md").matchAll(/^\| `(E_\w+)` \| (\d+) \| (\d+) \|/gm)];
  expect(
    rows.map(([, code, exit, http]) => [code, { exit: Number(exit), http: Number(http) }]),
  ).toEqual(Object.entries(FAILURES));
});

it.each(["troubleshooting.md", "scripting.md"])(
  "docs/%s names no command that is not there",
  (name) => {
    const named = [...read(name).matchAll(/\bccmux ([a-z]+)\b/g)].map(([, one]) => one!);
    const names = new Set(COMMANDS.flatMap((row) => [row.name, ...(row.aliases ?? [])]));
    expect(named.length).toBeGreaterThan(5);
    const prose = ["asks", "was", "itself"];
    expect(named.filter((one) => !names.has(one) && !prose.includes(one))).toEqual([]);
  },
);
