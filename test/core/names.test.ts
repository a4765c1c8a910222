import { describe, expect, it } from "vitest";
import { formatNames, nameLine } from "../../src/core/names.ts";
import { resolveReference } from "../../src/core/reference.ts";
import { toJson, type Session } from "../../src/core/session.ts";
import { session } from "../session.ts";

const NOWHERE = { server: null, pane: null, cwd: null, target: null };
const attention = {
  kind: "permission",
  tool: null,
  text: null,
  since: 0,
  generation: "g",
} as const;

const rowsOf = (rows: Session[]): { first: string[]; other: string[] } => {
  const [head, ...lines] = formatNames(rows, 42).trimEnd().split("\n");
  expect(head).toBe(`42 ${rows.length}`);
  return { first: lines.slice(0, rows.length), other: lines.slice(rows.length) };
};
const namesOf = (lines: readonly string[]): string[] => lines.map((line) => line.split("\t")[0]!);

describe("the names file", () => {
  it("has one line a session, those that need you first", () => {
    const rows = [
      session("claude-aaaaaaaa", { project: "shop", startedAt: 1 }),
      session("codex-bbbbbbbb", { agent: "codex", status: "working", startedAt: 2 }),
      session("claude-cccccccc", { status: "waiting", attention, project: "shop", startedAt: 3 }),
    ];
    expect(rowsOf(rows)).toEqual({
      first: [
        "claude-cccccccc\tclaude, shop, waiting (permission)",
        "claude-aaaaaaaa\tclaude, shop, idle",
        "codex-bbbbbbbb\tcodex, working",
      ],
      other: [],
    });
  });

  it("calls a labelled session by its label, and by its id when that is typed", () => {
    const { first, other } = rowsOf([session("claude-aaaaaaaa", { label: "the one: $HOME" })]);
    expect(namesOf(first)).toEqual(["the one: $HOME"]);
    expect(namesOf(other)).toEqual(["claude-aaaaaaaa"]);
  });

  it.each(["-x", "a\nb", "a\tb", "\u001b[31m", "", "x".repeat(300)])(
    "leaves out a name that no shell could be given: %j",
    (name) => {
      const { first, other } = rowsOf([session("claude-aaaaaaaa", { label: name, project: name })]);
      expect(namesOf([...first, ...other])).toEqual(["claude-aaaaaaaa", "claude-aaaaaaaa"]);
    },
  );

  it("offers a project only where its name refers to that one session, as every command reads it", () => {
    const pane = { id: "%3", server: "/s", target: "main:2.0", tty: "/dev/pts/1", title: "" };
    const rows = [
      session("claude-aaaaaaaa", { project: "shop", pane }),
      session("claude-bbbbbbbb", { project: "two" }),
      session("claude-cccccccc", { project: "two" }),
      session("codex-dddddddd", { agent: "codex", project: "%3" }),
      session("codex-eeeeeeee", { agent: "codex", project: "main:2.0" }),
      session("codex-ffffffff", { agent: "codex", project: "self" }),
      session("codex-gggggggg", { agent: "codex", project: "codex-d" }),
      session("codex-hhhhhhhh", { agent: "codex", project: "co" }),
      session("codex-iiiiiiii", { agent: "codex", project: "claude" }),
      session("codex-jjjjjjjj", { agent: "codex", project: "codex-tools" }),
      session("codex-kkkkkkkk", { agent: "codex", project: "naïve % 'q\" `x` $(y) \\" }),
    ];
    const { other } = rowsOf(rows);
    expect(namesOf(other)).toEqual(["shop", "codex-tools", "naïve % 'q\" `x` $(y) \\"]);
    for (const line of other) {
      const [name] = line.split("\t");
      const found = resolveReference(name!, rows.map(toJson), NOWHERE);
      expect(found.project).toBe(name);
    }
  });

  it("says nothing that a terminal would obey, and nothing long", () => {
    const project = `\u001b]0;x\u0007${"long ".repeat(50)}`;
    const line = nameLine(session("claude-aaaaaaaa", { project }));
    // oxlint-disable-next-line no-control-regex
    expect(line.replace("\t", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(line.length).toBeLessThan(90);
  });

  it("does not name a kind that may be another one in a moment", () => {
    const row = session("claude-aaaaaaaa", {
      status: "waiting",
      attention: { ...attention, provisional: true },
    });
    expect(nameLine(row)).toBe("claude-aaaaaaaa\tclaude, waiting");
  });
});
