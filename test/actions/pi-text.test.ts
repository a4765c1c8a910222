/** What may be typed into Pi and omp, and how. */
import { describe, expect, it } from "vitest";
import omp from "../../src/agents/omp/index.ts";
import pi from "../../src/agents/pi/index.ts";

const agents = { pi, omp };

describe.each(["pi", "omp"] as const)("text for %s", (name) => {
  const input = agents[name].input!;
  it.each(["/model", "/x", " /help me", "/skill:x y", "!ls", "! ls", "!!ls"])(
    "%j is refused",
    (text) => {
      expect(text).toMatch(input.runs);
    },
  );
  it.each([
    "/usr/bin/ls is what",
    "/ is the root",
    "// why",
    "!",
    "?",
    "# a",
    "#a",
    "@a",
    "-x",
    "& a",
  ])("%j is not", (text) => {
    expect(text).not.toMatch(input.runs);
  });
  it.each(["$HOME is", ";", "...", "c is", "a\n/model", "a\n!ls"])("nor is %j", (text) => {
    expect(text).not.toMatch(input.runs);
  });
  it.each(["$ 1+1", "$$ 1+1", "$", "-> later", "=> later", ".", "c"])(
    "%j only omp would run",
    (text) => {
      expect(input.runs.test(text)).toBe(name === "omp");
    },
  );

  it.each([
    ["ends in a \\", ["pi"]],
    ["see @read", ["omp"]],
    ["see #", ["omp"]],
    ["see /", ["omp"]],
    ["see :smi", ["omp"]],
    ["@a b;", []],
  ])("%j takes a space behind it for %j", (text, of) => {
    expect(input.padded!.test(text)).toBe((of as readonly string[]).includes(name));
  });

  it("is pasted, and looked through in a moment, whatever it is", () => {
    expect(input.pastes).toBe(true);
    const started = performance.now();
    for (const text of ["/a:".repeat(40_000), "@ ".repeat(50_000), `${" ".repeat(50_000)}!`]) {
      input.runs.test(text);
      input.padded!.test(`${text} `);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
