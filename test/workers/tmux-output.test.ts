import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hashRows, parseCaptures } from "../../src/workers/captures.ts";
import {
  comparePanes as compareLists,
  listPanes,
  parsePanes as parseList,
  type PaneInfo,
} from "../../src/workers/panes.ts";
import { wrap } from "../lab/wrapped.ts";

/** What tmux prints comes as a character for each byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
const parsePanes = (list: string, nonce: string): PaneInfo[] => parseList(bytesOf(list), nonce);
const comparePanes = (before: string, now: string): ReturnType<typeof compareLists> =>
  compareLists(bytesOf(before), bytesOf(now), N);

const N = "0123456789abcdef0123456789abcdef";
const row = (
  id: string,
  target: string,
  looked: string,
  title: string,
  command = "claude",
): string =>
  [
    N,
    "7",
    id,
    "70",
    "/dev/pts/3",
    "1000",
    "80",
    "24",
    "0",
    "0",
    looked,
    target,
    `${command}${N}${title}`,
  ].join("\t");

describe("list-panes", () => {
  it("reads a row, and leaves tabs in the title alone", () => {
    expect(parsePanes(`${row("%0", "main:0.0", "1", "a\tb ✳")}\n`, N)).toEqual([
      {
        serverPid: 7,
        id: "%0",
        panePid: 70,
        tty: "pts/3",
        activity: 1000,
        width: 80,
        height: 24,
        dead: false,
        inMode: false,
        looked: true,
        command: "claude",
        target: "main:0.0",
        title: "a\tb ✳",
      },
    ]);
  });

  it("folds a pane that stands in several sessions, looked at if it is in any", () => {
    const list = parsePanes(`${row("%0", "a:0.0", "0", "")}\n${row("%0", "b:0.0", "1", "")}\n`, N);
    expect(list.map(({ target, looked }) => [target, looked])).toEqual([["a:0.0", true]]);
  });

  it("takes no place from a program that calls itself a row", () => {
    const list = parsePanes(
      `${row("%0", "a:0.0", "0", "t", "x\tvictim:0.0\ty\nz")}\n${row("%1", "a:1.0", "0", "u")}\n`,
      N,
    );
    expect(list.map(({ id, target, command, title }) => [id, target, command, title])).toEqual([
      ["%0", "a:0.0", "x\tvictim:0.0\ty\nz", "t"],
      ["%1", "a:1.0", "claude", "u"],
    ]);
  });

  it.each<[string, Record<string, string>, string[], string[]]>([
    ["nothing", {}, [], []],
    ["something drawn", { "%1": row("%1", "a:1.0", "0", "x") }, ["%1"], []],
    ["one gone", { "%0": "" }, [], ["%0"]],
    [
      "one more, before the others",
      { "%0": `${row("%7", "a:0.1", "0", "new")}\n${row("%0", "a:0.0", "0", "t")}` },
      ["%7"],
      [],
    ],
    ["somebody looks by another session", { "%2b": row("%2", "b:2.0", "1", "t") }, ["%2"], []],
    ["another session goes", { "%2b": "" }, ["%2"], []],
  ])("compares two lists: %s", (_name, other, changed, gone) => {
    const rows = {
      "%0": row("%0", "a:0.0", "0", "t"),
      "%1": row("%1", "a:1.0", "0", "t"),
      "%2": row("%2", "a:2.0", "0", "t"),
      "%2b": row("%2", "b:2.0", "0", "t"),
    };
    const textOf = (all: Record<string, string>): string =>
      `${Object.values(all).filter(Boolean).join("\n")}\n`;
    const now = textOf({ ...rows, ...other });
    const result = comparePanes(textOf(rows), now);
    expect([result.changed.map(({ id }) => id), result.gone]).toEqual([changed, gone]);
    const all = parsePanes(now, N);
    expect(result.changed).toEqual(all.filter(({ id }) => changed.includes(id)));
  });

  it("takes no row from a title with a line break", () => {
    const forged = row("%9", "evil:0.0", "0", "").replace(N, "f".repeat(32));
    expect(
      parsePanes(`${row("%0", "a:0.0", "0", `x\n${forged}`)}\n`, N).map(({ id }) => id),
    ).toEqual(["%0"]);
  });
});

it.each(["\u0000\ufffd", "usage: tmux", "\n\n"])(
  "%j is not what was asked for, and not no panes either",
  async (printed) => {
    vi.stubEnv(
      "PATH",
      wrap({ tmux: `printf '%s' '${printed.replaceAll("\0", "")}'; exit 0` }).PATH,
    );
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(
      await listPanes({ socket: "/nowhere", timeoutMs: 3000, rows: null, server: null }),
    ).toMatchObject({ ok: false });
  },
);

it("whatever two lists say, what changed and what did not make the second", () => {
  const pane = fc.record({
    id: fc.constantFrom("%0", "%1", "%2", "%3", "%4"),
    looked: fc.constantFrom("0", "1"),
    title: fc.constantFrom("t", "u\tv", "w\nx", "✳ y"),
    target: fc.constantFrom("a:0.0", "b:0.0"),
  });
  const list = fc
    .array(pane, { maxLength: 12 })
    .map((panes) =>
      panes.map(({ id, looked, title, target }) => `${row(id, target, looked, title)}\n`).join(""),
    );
  fc.assert(
    fc.property(list, list, (before, now) => {
      const { changed, gone } = comparePanes(before, now);
      const all = new Map(parsePanes(before, N).map((info) => [info.id, info]));
      for (const info of changed) all.set(info.id, info);
      for (const id of gone) all.delete(id);
      const byId = <T extends { id: string }>(all: Iterable<T>): T[] =>
        [...all].toSorted((a, b) => a.id.localeCompare(b.id));
      expect(byId(all.values())).toEqual(byId(parsePanes(now, N)));
    }),
  );
});

describe("captures", () => {
  const block = (id: string, lines: string[], height = lines.length): string =>
    `${N} 7 ${id} 70 905 900 80 ${height} 0 a title\n${lines.map((line) => `${line}\n`).join("")}`;

  it("splits what one client printed, and drops a pane whose rows are not all there", () => {
    const out =
      block("%0", ["a", "", "❯"]) + `${N}       \n` + block("%1", ["b"], 24) + block("%2", ["c"]);
    expect(
      parseCaptures(out, N).map(({ id, lines, title, second, activity }) => [
        id,
        lines,
        title,
        second,
        activity,
      ]),
    ).toEqual([
      ["%0", ["a", "", "❯"], "a title", 905, 900],
      ["%2", ["c"], "a title", 905, 900],
    ]);
  });

  it("never throws, whatever is printed", () => {
    const anything = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(anything, (text) => {
        expect(parseCaptures(`${N} ${text}`, N)).toBeInstanceOf(Array);
        expect(parsePanes(`${N}\t${text}`, N)).toBeInstanceOf(Array);
      }),
    );
  });

  it("hashes rows above the composer only", () => {
    expect(hashRows(["a", "b", "❯ x"], 2)).toBe(hashRows(["a", "b", "❯ y"], 2));
    expect(hashRows(["a", "b"], 2)).not.toBe(hashRows(["ab", ""], 2));
  });
});
