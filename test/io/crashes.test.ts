import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { noteCrash, readCrashes, restUntil } from "../../src/io/crashes.ts";

const MINUTE = 60_000;
const at = (...moments: number[]) => moments.map((one, n) => ({ who: `${n}`, at: one }));

it.each<[string, number[], number, number]>([
  ["none", [], 1000, 0],
  ["two", [0, 1], 1000, 0],
  ["three within ten minutes", [0, 1, 1000], 1000, 6000],
  ["four", [0, 1, 2, 1000], 1000, 11_000],
  ["many: at most a minute", [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000], 1000, 1000 + MINUTE],
  ["three, long ago", [0, 1, 2], 11 * MINUTE, 0],
  ["of a clock that was ahead", [90 * MINUTE, 91 * MINUTE, 92 * MINUTE], MINUTE, 0],
])("after %s it rests until then", (_what, moments, now, until) => {
  expect(restUntil(at(...moments), now)).toBe(until);
});

it("each is counted once, whoever sees it; what is no list of them is none", () => {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "crashes.json");
  for (const who of ["1 7", "1 7", "2 7"]) noteCrash(path, { who, at: 5 });
  expect(readCrashes(path)).toEqual([
    { who: "1 7", at: 5 },
    { who: "2 7", at: 5 },
  ]);
  for (const text of ["{", "null", '{"at":1}', '[null,1,{"who":1,"at":2}]']) {
    writeFileSync(path, text);
    expect(readCrashes(path)).toEqual([]);
  }
  noteCrash(join(dir, "nowhere", "crashes.json"), { who: "3", at: 1 });
  expect(readdirSync(dir)).toEqual(["crashes.json"]);
});
