import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTurns } from "../../src/workers/turns.ts";
import { scratch } from "./scratch.ts";

const line = (entry: object): string => `${JSON.stringify(entry)}\n`;
const prompt = (text: string): string =>
  line({ type: "user", uuid: `u${text}`, message: { role: "user", content: text } });
const answer = (text: string): string =>
  line({
    type: "assistant",
    uuid: `a${text}`,
    message: { model: "m", content: [{ type: "text", text }] },
  });
const bulk = (size: number): string => line({ type: "progress", data: "x".repeat(size) });

const read = (path: string, count: number, agent = "claude") =>
  readTurns({ agent, path, nativeId: null, count })?.map((turn) => [turn.prompt, turn.answer]);

function logFile(text = ""): string {
  const path = join(scratch(), "log.jsonl");
  writeFileSync(path, text);
  return path;
}

describe("the last turns of a log", () => {
  it("are those with an answer, the oldest first", () => {
    const path = logFile(prompt("a") + answer("1") + prompt("b") + answer("2") + prompt("open"));
    expect(read(path, 1)).toEqual([["b", "2"]]);
    expect(read(path, 9)).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    appendFileSync(path, answer("3"));
    expect(read(path, 1)).toEqual([["open", "3"]]);
  });

  it("are looked for further back, the more are wanted", () => {
    const far = [prompt("a"), answer("1"), bulk(3 << 20), prompt("b"), bulk(2 << 20), answer("2")];
    const path = logFile([...far, prompt("c"), answer("3")].join(""));
    expect(read(path, 1)).toEqual([["c", "3"]]);
    expect(read(path, 2)).toEqual([
      ["b", "2"],
      ["c", "3"],
    ]);
    expect(read(path, 3)).toEqual([
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ]);
  });

  it("begin with the answer where its prompt is further back than anybody reads", () => {
    const path = logFile(prompt("a"));
    for (let mb = 0; mb < 66; mb += 1) appendFileSync(path, bulk(1 << 20));
    appendFileSync(path, answer("1"));
    expect(read(path, 1)).toEqual([[null, "1"]]);
  });

  it("do not have what is only half written, nor what is no JSON", () => {
    const path = logFile(
      `${prompt("a")}{"type":"assistant"\n${answer("1")}${answer("2").slice(0, 30)}`,
    );
    expect(read(path, 1)).toEqual([["a", "1"]]);
  });

  it("are none in a log without any", () => {
    expect(read(logFile(), 1)).toEqual([]);
    expect(read(logFile(prompt("a")), 1)).toEqual([]);
  });

  it.each<[string, (path: string) => void]>([
    ["nothing", () => {}],
    ["a folder", (path) => mkdirSync(path)],
    ["a pipe, which nobody writes to", (path) => execFileSync("mkfifo", [path])],
    ["a link", (path) => symlinkSync(logFile(prompt("a") + answer("secret")), path)],
  ])("cannot be read from %s", (_what, make) => {
    const path = join(scratch(), "log.jsonl");
    make(path);
    expect(read(path, 1)).toBeUndefined();
    expect(read(path, 1, "nobody")).toBeUndefined();
  });
});
