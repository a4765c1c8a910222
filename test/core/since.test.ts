import { expect, it } from "vitest";
import { parseSince } from "../../src/core/since.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

it.each([
  ["0123456789ab-42", { epoch: "0123456789ab", n: 42 }],
  ["2026-11-30T11:00:00Z", { at: NOW - 3_600_000 }],
  ["2026-11-30T11:00:00.500+00:00", { at: NOW - 3_599_500 }],
  ["2026-11-29", { at: Date.parse("2026-11-29") }],
  ["2026-11-29 10:05", { at: Date.parse("2026-11-29 10:05") }],
  ["15m", { at: NOW - 900_000 }],
  ["90", { at: NOW - 90_000 }],
])("%s", (text, since) => {
  expect(parseSince(text, NOW, "--since")).toEqual(since);
});

it.each(["", "yesterday", "2026-13-40", "-5m", "9999h", "0123456789ab-", "2026-11-30T"])(
  "%j is none",
  (text) => {
    expect(() => parseSince(text, NOW, "--since")).toThrow(
      `--since: "${text}" is no seq, time or duration.`,
    );
  },
);
