import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/agents/_log.ts";
import { foldTurns } from "../../src/pipeline/fold-turns.ts";

const prompt = (text: string, at: number | null = null, id: string | null = null): LogEntry => ({
  type: "prompt",
  at,
  id,
  text,
});
const answer = (text: string, at: number | null = null, id: string | null = null): LogEntry => ({
  type: "answer",
  at,
  id,
  text,
});
const end: LogEntry = { type: "turnEnd", at: 9, outcome: "done", error: null };
const brief = (...entries: readonly LogEntry[]) =>
  foldTurns(entries).map((turn) => [turn.prompt, turn.answer, turn.ended]);

describe("turns", () => {
  it("are a prompt and all that was said to it, parted by a blank line, and nothing else", () => {
    const tool: LogEntry = { type: "tool", at: 2, id: "t", name: "sh", text: "rm -rf" };
    expect(
      foldTurns([prompt("a", 1), answer(" one ", 2), tool, answer("two", 3), end, prompt("b", 4)]),
    ).toEqual([
      { prompt: "a", promptAt: 1, answer: "one\n\ntwo", answerAt: 3, ended: true },
      { prompt: "b", promptAt: 4, answer: null, answerAt: null, ended: false },
    ]);
  });

  it("are none without words, and one without a prompt where it was not read", () => {
    expect(brief(end, answer("  "))).toEqual([]);
    expect(brief(answer("x"), end, prompt("a"))).toEqual([
      [null, "x", true],
      ["a", null, false],
    ]);
  });

  it("are told once, however often a thing is written down by its id", () => {
    expect(
      brief(
        prompt("a", 1, "p"),
        answer("on", 2, "m"),
        prompt("a whole", 1, "p"),
        answer("one", 2, "m"),
        answer("two", 3, "n"),
      ),
    ).toEqual([["a whole", "one\n\ntwo", false]]);
  });

  it("keep the end of a long answer", () => {
    const [turn] = foldTurns([prompt("a"), answer(`${"x".repeat(30_000)}end`)]);
    expect(turn!.answer).toHaveLength(20_002);
    expect(turn!.answer).toMatch(/^… x+end$/);
  });
});

describe("what is written down anew", () => {
  const again = (at: number, on: boolean): LogEntry => ({ type: "again", at, on });
  const first = [prompt("a", 1000), answer("one", 2000)];

  it("is no turn", () => {
    const anew = [again(2100, true), prompt("a", 1000), answer("one", 2000), again(2200, false)];
    expect(brief(...first, ...anew, prompt("b", 3000), answer("two", 4000))).toEqual([
      ["a", "one", false],
      ["b", "two", false],
    ]);
  });

  it("hides nothing of what follows, even if its end was never written", () => {
    expect(brief(...first, again(2100, true), prompt("b", 9000), answer("two", 9500))).toEqual([
      ["a", "one", false],
      ["b", "two", false],
    ]);
  });
});
