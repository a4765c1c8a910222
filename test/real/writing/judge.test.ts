import { describe, expect, it } from "vitest";
import { judgeExit, judgeInterrupt, judgeOnce, judgeRefusal, judgeSend, timesIn } from "./judge.ts";
import { isSaidAgain, type ModelRequest, promptsOf, withFile } from "./model.ts";
import { isGood, section } from "./report.ts";

/** A command from 1000 to `endedAt`. */
function attempt(code: number | null, endedAt = 2000, restedAt: number | null = null) {
  return { code, stdout: "", stderr: "because", startedAt: 1000, endedAt, restedAt };
}

function request(prompts: string[], more: Partial<ModelRequest> = {}): ModelRequest {
  return { from: 1100, to: 1900, withTools: true, prompts, inFiles: [], ...more };
}

describe("prompts of a request", () => {
  const said = { role: "user", content: "go" };
  const answered = { role: "assistant", content: "done" };

  it.each([
    ["anthropic", { messages: [{ role: "user", content: [{ text: "go" }, {}] }, answered] }],
    ["responses", { input: [{ content: "not a role" }, said, answered] }],
    ["chat", { messages: [{ role: "system", content: "you are" }, said] }],
    ["gemini", { contents: [{ role: "user", parts: [{ text: "go" }, {}] }, { role: "model" }] }],
  ])("%s", (_name, body) => {
    expect(promptsOf(body)).toEqual(["go"]);
  });
});

describe("a paste that the agent puts into a file", () => {
  const mark = /<pasted_content file="([^"]+)"[^>]*\/>/;
  const read = async (path: string) => `what $& is in ${path}`;

  it("is read in the mark's place", async () => {
    const prompt = '<date>\n\n<pasted_content file="/home/dev/a.txt" size="9 KB" lines="3" />';
    const inFile = "what $& is in /home/dev/a.txt";
    const found = await withFile(prompt, mark, read);
    expect(found).toEqual({ prompt: `<date>\n\n${inFile}`, inFile });
  });

  it("is nothing in another prompt", async () => {
    expect(await withFile("go", mark, read)).toEqual({ prompt: "go" });
  });
});

describe("said again", () => {
  it.each([
    ["once more", 1, 2, 3, true],
    ["as often", 1, 1, 3, false],
    ["in a conversation that begins with it", 1, 1, 1, true],
    ["not in one that began meanwhile", 1, 0, 1, false],
  ])("%s", (_name, before, times, prompts, isAgain) => {
    expect(isSaidAgain({ times: before, prompts: 3 }, { times, prompts })).toBe(isAgain);
  });
});

describe("times", () => {
  it.each([
    ["as it is", ["go;"], "go;", 1],
    ["on a line of its own", ["<date>\n;\n<reminder>"], ";", 1],
    ["several lines", ["note\none\n\nthree\nnote"], "one\n\nthree", 1],
    ["twice in one", ["go\ngo"], "go", 2],
    ["twice in two", ["go", "stay", "go"], "go", 2],
    ["glued to something", ["go on", "a go"], "go", 0],
    ["a byte short", ["go"], "go;", 0],
    ["a byte long", ["go; "], "go;", 0],
  ])("%s", (_name, prompts, text, times) => {
    expect(timesIn(prompts, text)).toBe(times);
  });
});

describe("a send", () => {
  const before = request(["hi"], { from: 500, to: 600 });
  const asked = request(["hi", "go"]);

  it.each<[string, ReturnType<typeof attempt>, ModelRequest[], number, number | undefined]>([
    ["in time", attempt(0), [before, asked], 0, 100],
    [
      "asked for a title besides",
      attempt(0),
      [request(["go"], { withTools: false }), asked],
      0,
      100,
    ],
    [
      "said again by the next one",
      attempt(0),
      [asked, request(["go", "ho"], { to: 9000 })],
      0,
      100,
    ],
    ["back too early", attempt(0, 1899), [asked], 1, -1],
    ["back too late", attempt(0, 3401, 1900), [asked], 1, 1501],
    ["late, and its end is not drawn yet", attempt(0, 3401), [asked], 0, 1501],
    ["late, as the agent drew its end", attempt(0, 4900, 3500), [asked], 0, 3000],
    ["later than that", attempt(0, 5001, 3500), [asked], 1, 3101],
    ["never answered", attempt(0), [request(["go"], { to: null })], 1, undefined],
    ["never sent", attempt(0), [before], 1, undefined],
    ["sent twice", attempt(0), [asked, request(["go", "go"])], 1, 100],
    ["sent, and said it was not", attempt(75), [asked], 1, 100],
  ])("%s", (_name, tried, requests, problems, delayMs) => {
    const outcome = judgeSend(tried, requests, "go");
    expect(outcome.problems).toHaveLength(problems);
    expect(outcome.delayMs).toBe(delayMs);
  });

  it("says that the text came in a file", () => {
    const outcome = judgeSend(attempt(0), [request(["go"], { inFiles: ["go"] })], "go");
    expect(outcome).toEqual({ problems: [], delayMs: 100, drawnMs: 100, note: "in a file" });
  });

  it("names what came in its place", () => {
    const [problem] = judgeOnce(
      [request(["water the plantswater the plants"])],
      "water the plants",
    );
    expect(problem).toContain('instead it got "water the plantswater the plants"');
  });
});

describe("a refusal", () => {
  const views = new Set(["● asks", "  asks"]);

  it.each([
    ["nothing moved", 75, "  asks", []],
    ["it blinks", 75, "● asks", []],
    ["a key arrived", 75, "  asksx", ['row 0: "  asks" is "  asksx" now']],
    ["it was done", 0, "  asks", ["expected exit 75, got 0: because"]],
  ])("%s", (_name, code, after, problems) => {
    const found = judgeRefusal(attempt(code), views, after, [75]);
    expect(found).toEqual(problems.map((text) => expect.stringContaining(text)));
  });

  it("has several right codes where the session may have ended", () => {
    expect(judgeExit(attempt(1), 1, 75)).toEqual([]);
    expect(judgeExit(attempt(null), 1, 75)).toEqual(["expected exit 1 or 75, got no end: because"]);
  });
});

describe("an interrupt", () => {
  it.each([
    ["cut off", request([], { to: 1400 }), 0, 400],
    ["still open", request([], { to: null }), 1, undefined],
    ["over before", request([], { to: 900 }), 1, -100],
    ["never asked", undefined, 1, undefined],
  ])("%s", (_name, current, problems, delayMs) => {
    const outcome = judgeInterrupt(attempt(0), current);
    expect(outcome.problems).toHaveLength(problems);
    expect(outcome.delayMs).toBe(delayMs);
  });
});

describe("the page", () => {
  const result = {
    agent: "claude",
    version: "2.1.332",
    date: "2026-11-30",
    machine: "Linux",
    seed: 7,
    rows: [
      {
        part: "sends",
        row: "send",
        outcomes: [1, 9, 4].map((delayMs) => ({ problems: [], delayMs, drawnMs: 0 })),
      },
      {
        part: "gates",
        row: "a | b",
        outcomes: [{ problems: ["expected a\n| b"], delayMs: 700, note: "refused" }],
      },
    ],
  };

  it("counts, and measures what was right", () => {
    const { title, text } = section(result);
    expect(title).toBe("claude");
    expect(text).toContain("claude 2.1.332, 2026-11-30, Linux, seed 7: 3 of 4 right.");
    expect(text).toContain("| sends | send | 3 of 3 | 1 / 4 / 9 | 0 |  |");
    expect(text).toContain(
      "| gates | a \\| b | 0 of 1 |  |  | refused; **wrong**: expected a   b |",
    );
    expect(isGood(result)).toBe(false);
  });
});
