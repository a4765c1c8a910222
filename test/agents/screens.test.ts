import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Capture } from "../../src/agents/define.ts";
import { agents } from "../../src/agents/index.ts";
import {
  cut,
  foreignDialogs,
  hasTwin,
  pad,
  proseEnd,
  recordings,
  toCapture,
  type Recording,
} from "./recordings.ts";

/** Its pane shows a shell's prompt: there is no agent, and nothing to say of one. */
const NO_AGENT = "claude-2.1.332/first-run-offline-fails.txt";

const rows = recordings.filter(({ agent }) => agents.get(agent)?.screen);

describe.each(rows)("$file", (recording) => {
  it("is read right", () => {
    expect(verdict(recording, toCapture(recording))).toEqual(truth(recording));
  });

  it("with blank rows below", () => {
    expect(verdict(recording, toCapture(recording, pad))).toEqual(truth(recording));
  });
});

// Where the same state was recorded in a pane of 80x24, that is a row of its own.
it.each(rows.filter((recording) => !hasTwin(recording)))("$file cut to 80x24", (recording) => {
  expect(verdict(recording, toCapture(recording, cut))).toEqual(truth(recording));
});

it.each(rows.filter(({ file }) => file !== NO_AGENT))(
  "$file under the dialogs of other agents",
  (recording) => {
    const end = proseEnd(recording);
    const body = recording.lines.slice(end);
    for (const foreign of foreignDialogs(recording.agent)) {
      for (const prose of [
        foreign,
        [...foreign, ""],
        foreign.slice(-end || foreign.length),
        foreign.slice(0, end),
        [...foreign, ...foreign],
      ]) {
        const capture = toCapture(recording, () => [...prose, ...body]);
        expect(verdict(recording, capture), prose.slice(-12).join("\n")).toEqual(truth(recording));
      }
    }
  },
);

it.each(rows.filter(({ agent }) => agent === "claude"))("$file without its title", (recording) => {
  const capture = toCapture({ ...recording, title: null });
  expect(verdict(recording, capture)).toEqual(truth(recording));
});

it.each(rows.filter(({ agent, status }) => agent === "codex" && status !== "working"))(
  "$file without its title",
  (recording) => {
    const capture = toCapture({ ...recording, title: null });
    expect(verdict(recording, capture)).toEqual(truth(recording));
  },
);

it("rows above the screen change nothing", () => {
  const row = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...rows.flatMap(toLines)));
  fc.assert(
    fc.property(fc.constantFrom(...rows), fc.array(row, { maxLength: 60 }), (recording, above) => {
      const plain = read(recording, toCapture(recording));
      const grown = read(
        recording,
        toCapture(recording, (lines) => [...above, "", ...lines]),
      );
      const bodyEnd = plain.bodyEnd + above.length + 1;
      const where = plain.where && plain.where.row >= 0 ? above.length + 1 : 0;
      const options = plain.options.map((one) => ({ ...one, row: one.row + above.length + 1 }));
      expect(grown).toEqual({
        ...plain,
        bodyEnd,
        options,
        promptRow: plain.promptRow === null ? null : plain.promptRow + above.length + 1,
        where: plain.where && { ...plain.where, row: plain.where.row + where },
      });
    }),
    { numRuns: 500 },
  );
});

describe.each([...agents].filter(([, { screen }]) => screen))("%s", (_name, { screen }) => {
  it("reads anything without throwing", () => {
    const row = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(...rows.flatMap(toLines)),
      fc.constantFrom("", " ", "─".repeat(80), "❯", "› ", "╰──", "❯ 1. Yes", "  2. No", "$"),
    );
    const title = fc.option(fc.string({ unit: "grapheme" }), { nil: null });
    fc.assert(
      fc.property(fc.array(row), title, title, (lines, name, project) => {
        const reading = screen!.read({ lines, title: name, project });
        expect(reading.bodyEnd).toBeGreaterThanOrEqual(0);
        expect(reading.bodyEnd).toBeLessThanOrEqual(lines.length);
        expect(reading.ask === null).toBe(reading.status !== "waiting");
        expect(reading.rule === null).toBe(reading.status === "unknown");
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["nothing", []],
    ["blank rows", Array<string>(100_000).fill("")],
    ["a wide row", [" ".repeat(1_000_000)]],
    ["wide rows", Array<string>(1000).fill(`❯ ${"1. ─".repeat(1000)}`)],
    ["many rows", Array<string>(200_000).fill("✻ for 1s (esc · to interrupt)")],
    ["spaces", Array<string>(400).fill(`${" ".repeat(990)}x`)],
    ["options", Array<string>(400).fill("  1. Yes")],
    ["cursors", Array<string>(400).fill("❯ 1. Yes")],
    ["prompts", Array<string>(400).fill("› 1. Yes")],
  ])("reads %s in no time", (_what, lines) => {
    const start = performance.now();
    screen!.read({ lines, title: "⠋ x".repeat(10_000), project: "x" });
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

function read({ agent }: Recording, capture: Capture) {
  return agents.get(agent)!.screen!.read(capture);
}

function verdict(recording: Recording, capture: Capture) {
  const { status, ask, composer } = read(recording, capture);
  return { status, kind: ask?.kind ?? null, composer };
}

function truth({ file, status, kind, composer }: Recording) {
  return { status: file === NO_AGENT ? "unknown" : status, kind, composer };
}

function toLines({ lines }: Recording): readonly string[] {
  return lines;
}
