/** What extensions and the next versions of Pi and omp may do to their dialogs, which have no numbers. */
import { describe, expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { cut, recordings, toCapture, type Recording } from "./recordings.ts";

const family = recordings.filter(({ agent }) => agent === "pi" || agent === "omp");
const dialogs = family.filter(({ status }) => status === "waiting");

type Inside = readonly string[];
type Change = (inside: Inside) => Inside;

/** Changes what stands inside the dialog's frame, between Pi's lines or the walls of omp's box. */
function inFrame({ lines, agent }: Recording, change: Change): readonly string[] {
  const isEnd = (row: string) => /^(?:╰─{9}|─{9})/.test(row);
  const end = lines.findLastIndex(isEnd);
  const start = lines.findLastIndex(
    (row, index) => index < end && (agent === "omp" ? /^╭─ / : /^─{9}/).test(row),
  );
  const inside = lines.slice(start + 1, end);
  const width = (lines[end] ?? "").length - 2;
  const changed =
    agent === "omp"
      ? change(inside.map((row) => row.replace(/^[│]|[│]$/g, ""))).map((row) =>
          row.startsWith("├") ? row : `│${row.padEnd(width)}│`,
        )
      : change(inside);
  return [...lines.slice(0, start + 1), ...changed, ...lines.slice(end)];
}

const CURSOR = /^( *)([→❯])( +)(\S.*)$/;

/** Rows of the list: the one with the cursor, and those of its paragraph that stand in its column. */
function listOf(inside: Inside): { rows: readonly number[]; column: number; sign: string } {
  const at = inside.findLastIndex((row) => CURSOR.test(row));
  const sign = CURSOR.exec(inside[at] ?? "")?.[2] ?? "";
  const column = (inside[at] ?? "").indexOf(sign) + 2;
  const isOut = (row = "") => row.trim() === "" || row.startsWith("├");
  const first = inside.findLastIndex((row, index) => index < at && isOut(row)) + 1;
  const end = inside.findIndex((row, index) => index > at && isOut(row));
  const rows = inside.flatMap((row, index) => {
    const label = index === at ? column : row.search(/\S/);
    const isIn = index >= first && (end < 0 || index < end);
    return isIn && label === column && !/^ *↳/.test(row) ? [index] : [];
  });
  return { rows, column, sign };
}

const relabel = (change: (labels: readonly string[]) => readonly string[], selected: number) => {
  return (inside: Inside): Inside => {
    const { rows, column, sign } = listOf(inside);
    const labels = change(rows.map((row) => (inside[row] ?? "").slice(column).trim()));
    const index = selected < 0 ? labels.length + selected : selected;
    const mark = (on: boolean) => `${" ".repeat(column - 2)}${on ? sign : " "} `;
    const options = labels.map((label, at) => mark(at === index) + label);
    const [first = 0, last = 0] = [rows[0], rows.at(-1)];
    return [...inside.slice(0, first), ...options, ...inside.slice(last + 1)];
  };
};

const same = (labels: readonly string[]) => labels;
const isKeys = (row: string) => /\besc(?:ape)?\b|⏎/i.test(row);
const keysAt = (inside: Inside) => inside.findLastIndex(isKeys);

const changes: Record<string, Change> = {
  "the cursor on the last": relabel(same, -1),
  "in another order": relabel((labels) => labels.toReversed(), 1),
  "with numbers": relabel((labels) => labels.map((label, at) => `${at + 1}. ${label}`), 0),
  longer: relabel(
    (labels) => [labels[0] ?? "", ...Array(7).fill("One more"), ...labels.slice(1)],
    3,
  ),
  "without a cursor": (inside) => inside.map((row) => row.replace(CURSOR, "$1 $3$4")),
  "with a long option": (inside) => {
    const { rows, column } = listOf(inside);
    return inside.toSpliced((rows[0] ?? 0) + 1, 0, `${" ".repeat(column)}and what it means`);
  },
  "with a remark above": (inside) => ["", " Tip: you can turn this off", ...inside],
  "with a remark below": (inside) =>
    inside.toSpliced(keysAt(inside), 0, " Tip: you can turn this off", ""),
  "with a remark at the end": (inside) => [...inside, " Tip: you can turn this off", ""],
  "with other keys": (inside) =>
    inside.with(keysAt(inside), "  ⏎ choose  j/k move  esc back  ? help"),
  "without its keys": (inside) => inside.filter((row) => !isKeys(row)),
};

describe.each(Object.entries(changes))("a dialog %s", (_name, change) => {
  it.each(dialogs)("$file", (recording) => {
    const lines = inFrame(recording, change);
    for (const altered of [lines, [...lines, "  Tip: you can turn this off"]]) {
      const capture = toCapture(recording, () => altered);
      const { status, ask, composer } = agents.get(recording.agent)!.screen!.read(capture);
      expect({ status, kind: ask?.kind, composer }, altered.slice(-24).join("\n")).toEqual({
        status: "waiting",
        kind: recording.kind,
        composer: "none",
      });
    }
  });
});

it.each(dialogs)("$file has the agent's own words", (recording) => {
  const { screen } = agents.get(recording.agent)!;
  const { ask, options } = screen!.read(toCapture(recording));
  const [, what = ""] = /permission-(bash|write)/.exec(recording.file) ?? [];
  const words: Record<string, string> = {
    bash: recording.file.includes("-2.") ? "sleep 8; touch two.txt" : "touch ",
    write: "hello.txt",
    plan: "1. Write the file",
    question: "Which colour do you want",
  };
  expect(ask?.text).toContain(words[what || (recording.kind ?? "")]);
  expect(ask?.text).not.toMatch(/[│─╭╮]|Allow (?:this|tool)/);
  expect(ask?.tool ?? "").toBe(
    what || (recording.agent === "omp" && recording.kind === "question" ? "ask" : ""),
  );
  expect(options.length).toBeGreaterThan(1);
  expect(options.filter(({ selected }) => selected)).toHaveLength(1);
});

it.each(family)("$file without its title, cut, with rows of people's own below", (recording) => {
  const read = (lines: readonly string[]) => {
    const capture = { ...toCapture({ ...recording, title: null }), lines };
    const { status, ask, composer } = agents.get(recording.agent)!.screen!.read(capture);
    return { status, kind: ask?.kind ?? null, composer };
  };
  const { status, kind, composer, lines } = recording;
  const bare = lines.slice(0, lines.findLastIndex((row) => row.trim() !== "") + 1);
  for (const below of [[], ["ctx 42%"], ["", "  12 tasks · main"], [" 3 files changed", "~/x $"]]) {
    const grown = [...bare, ...below];
    // A prompt of a shell there is the shell's.
    const expected =
      below.at(-1) === "~/x $" ? { status: "unknown", kind: null, composer: "none" } : null;
    expect(read(grown)).toEqual(expected ?? { status, kind, composer });
    expect(read(cut(grown))).toEqual(expected ?? { status, kind, composer });
  }
});

it("keeps its words while the seconds to answer run out", () => {
  const line = "─".repeat(60);
  const pi = (left: number) =>
    `${line}\n\n Allow this command?\n\n   make (${left}s)\n\n → Yes\n   No\n\n ↑↓ navigate  enter select  escape cancel\n\n${line}`;
  const omp = (left: number) =>
    `╭─ Ask (${left}s) ${line}╮\n│ Which colour │\n├${line}┤\n│ ❯ ○ Red │\n│   ○ Blue │\n╰${line}╯`;
  const text = (agent: string, screen: string) =>
    agents.get(agent)!.screen!.read({ lines: screen.split("\n"), title: null, project: null }).ask
      ?.text;
  expect([text("pi", pi(9)), text("pi", pi(8))]).toEqual(["make", "make"]);
  expect([text("omp", omp(9)), text("omp", omp(10))]).toEqual(["Which colour", "Which colour"]);
});

it.each<[string, string, string, number | null]>([
  ["π", "π > x", "idle", null],
  ["⠇ 3s", "π ⠹ x", "working", null],
  // The turn is over but for a job, and so is its clock.
  ["⠇ 3s", "π ⠹ x", "working", 1],
  ["π", "π > x", "idle", 3],
])("counts what runs beside a turn of omp: %s, %s, %s, %s", (mark, title, status, background) => {
  const beside = ["", "◀ ⚙ 1", "", "◀ 👥 2 < ⚙ 1"][background ?? 0] ?? "";
  const screen = ` done\n\n ${mark} > ⬢ Mock Model ▶─0.1%──────200K─${beside}\n╰─`;
  const reading = agents.get("omp")!.screen!.read({
    lines: screen.split("\n"),
    title,
    project: null,
  });
  expect(reading).toMatchObject({ status, background, composer: "empty", titleSpeaks: true });
});

it("says what a turn ended with", () => {
  const failed = family.filter(({ file }) => file.includes("idle-after-api-error"));
  expect(failed).toHaveLength(4);
  for (const recording of family) {
    const { lastError } = agents.get(recording.agent)!.screen!.read(toCapture(recording));
    const code = failed.includes(recording) ? "api_error" : undefined;
    expect(lastError?.code, recording.file).toBe(code);
    expect(lastError?.text ?? "mock error 400").toContain("mock error 400");
    expect(lastError?.text ?? "").not.toMatch(/looks like a pi bug|Dismissed/);
  }
});

it("takes no row of people's own for a shell's prompt", () => {
  const capture = { lines: ["─".repeat(40), "", "─".repeat(40), "~/x", "ctx 42%"] };
  const reading = agents.get("pi")!.screen!.read({ ...capture, title: null, project: null });
  expect(reading).toMatchObject({ status: "idle", composer: "empty" });
});
