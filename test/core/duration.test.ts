import { expect, it } from "vitest";
import { formatSpan, parseDuration } from "../../src/core/duration.ts";

it.each([
  ["300", 300_000],
  ["500ms", 500],
  ["1.5s", 1500],
  ["5m", 300_000],
  ["2h", 7_200_000],
  ["0", 0],
])("reads %s as %d ms", (text, ms) => {
  expect(parseDuration(text, "--timeout")).toBe(ms);
});

it.each(["", "-1", "5 m", "1e3", "5d", "NaN", "0x10", "169h", "1.2345s"])(
  "refuses %j and names it",
  (text) => {
    expect(() => parseDuration(text, "--timeout")).toThrow(`--timeout: "${text}"`);
  },
);

it.each([
  [-5, "0s"],
  [59_999, "59s"],
  [60_000, "1m"],
  [3_599_999, "59m"],
  [7_200_000, "2h"],
  [90_000_000, "1d"],
])("shows %d ms as %s", (ms, text) => {
  expect(formatSpan(ms)).toBe(text);
});
