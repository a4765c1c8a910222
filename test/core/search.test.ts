import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestOf, findLines, MAX_HITS, rank, toPattern, type Hit } from "../../src/core/search.ts";

const hit = (where: Hit["where"], line: string, at: number | null = null): Hit => ({
  where,
  at,
  line,
});

describe("words", () => {
  it.each([
    ["Fix Tests", "please fix tests now", true],
    ["fix tests", "fix   tests", true],
    ["a.b", "axb", false],
    ["(x|y)*", "is it (X|Y)* then", true],
    ["straße", "die STRAßE", true],
  ])("%j in %j: %s", (words, line, found) => {
    expect(toPattern(words).test(line)).toBe(found);
  });

  it("of any kind are looked for as they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (words) => {
        fc.pre(words.trim() !== "");
        expect(toPattern(words).test(`… ${words.trim()} …`)).toBe(true);
      }),
    );
  });
});

describe("lines", () => {
  it("are found from the end, and not more than are wanted", () => {
    const text = Array.from({ length: 9 }, (_, at) => `needle ${at}`).join("\nhay\n");
    expect(findLines(text, /needle/iu, 2)).toEqual(["needle 8", "needle 7"]);
    expect(findLines("hay", /needle/iu)).toEqual([]);
  });

  it("that are long are cut around the words", () => {
    const [line] = findLines(`${"x ".repeat(4000)}needle${" y".repeat(4000)}`, /needle/iu);
    expect(line).toMatch(/^…x.* x needle y.*y…$/);
    expect(line!.length).toBeLessThanOrEqual(202);
    // Half an emoji would be no character.
    const [cut] = findLines(`${"🧪".repeat(400)}needle${"🧪".repeat(400)}`, /needle/iu);
    expect(cut!.isWellFormed()).toBe(true);
  });
});

describe("the best hits", () => {
  it("are prompts, whole words, the newest; each line once", () => {
    const hits = [
      hit("pane", "run the test"),
      hit("prompt", "run the test", 1),
      hit("prompt", "run the test", 1),
      hit("answer", "the test runs", 5),
      hit("prompt", "the contest", 9),
      hit("prompt", "another test", 3),
    ];
    expect(bestOf(hits, "test").map(({ where, line }) => [where, line])).toEqual([
      ["prompt", "another test"],
      ["prompt", "run the test"],
      ["prompt", "the contest"],
      ["answer", "the test runs"],
      ["pane", "run the test"],
    ]);
  });

  it("are few", () => {
    const many = Array.from({ length: 50 }, (_, at) => hit("pane", `test ${at}`));
    expect(bestOf(many, "test")).toHaveLength(MAX_HITS);
  });

  it("decide which session comes first", () => {
    const [shows, old, fresh] = [
      { hits: [hit("pane", "test")] },
      { hits: [hit("prompt", "test", 1)] },
      { hits: [hit("prompt", "test", 2)] },
    ];
    expect(rank([shows, old, fresh], "test")).toEqual([fresh, old, shows]);
  });
});
