import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { searchLog } from "../../src/workers/search.ts";
import { scratch } from "./scratch.ts";

const at = "2026-11-30T10:00:00.000Z";
const line = (entry: object): string => `${JSON.stringify({ timestamp: at, ...entry })}\n`;
const prompt = (text: string): string =>
  line({ type: "user", uuid: `u${text}`, message: { role: "user", content: text } });
const answer = (text: string, more: object[] = []): string =>
  line({
    type: "assistant",
    uuid: `a${text}`,
    message: { model: "m", content: [{ type: "text", text }, ...more] },
  });

function find(text: string, words: string) {
  const path = join(scratch(), "log.jsonl");
  writeFileSync(path, text);
  return searchLog({ agent: "claude", path, nativeId: null, words });
}

it("finds prompts and answers by line, with their moment", () => {
  const log = prompt("first\nmend the Flaky test\nlast") + answer("It was flaky.\nNo more.");
  expect(find(log, "flaky")).toEqual([
    { where: "prompt", at: Date.parse(at), line: "mend the Flaky test" },
    { where: "answer", at: Date.parse(at), line: "It was flaky." },
  ]);
  expect(find(log, "nothing of it")).toEqual([]);
});

it("does not take what tools got, or a name in the file, for words", () => {
  const tool = { type: "tool_use", id: "t", name: "Bash", input: { command: "grep needle" } };
  expect(find(answer("done", [tool]), "needle")).toEqual([]);
  expect(find(prompt("x"), "timestamp")).toEqual([]);
});

it.each(['say "hi"', "a\\b", "naïve 数据库", "<b>&"])(
  "finds %j, however JSON writes it",
  (words) => {
    const escaped = prompt(`please ${words} now`).replaceAll(
      /[^\x20-\x7e\n]|[<>&]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    for (const log of [prompt(`please ${words} now`), escaped])
      expect(find(log, words)).toMatchObject([{ line: `please ${words} now` }]);
  },
);

it("looks through the end of a long log, and at whole lines", () => {
  const bulk = line({ type: "progress", data: "x".repeat(3 << 20) });
  expect(find(prompt("needle one") + bulk + prompt("needle two"), "needle")).toMatchObject([
    { line: "needle two" },
  ]);
  expect(find(`${prompt("needle one")}{"type":"user","mess needle`, "needle")).toHaveLength(1);
});

it("is null for what is no log: a link, a pipe, a folder, nothing", () => {
  const dir = scratch();
  const path = (name: string): string => join(dir, name);
  writeFileSync(path("real"), prompt("needle"));
  symlinkSync(path("real"), path("link"));
  mkdirSync(path("folder"));
  execFileSync("mkfifo", [path("pipe")]);
  for (const name of ["link", "pipe", "folder", "nothing"])
    expect(
      searchLog({ agent: "claude", path: path(name), nativeId: null, words: "needle" }),
    ).toBeNull();
});
