/** Pi and omp, which take text and answers alike. */
import { describe, expect, it } from "vitest";
import { chooseOption, nameOf } from "../../src/actions/choose.ts";
import { closedGates } from "../../src/actions/gates.ts";
import { isComposerEmpty, type Look, type Target } from "../../src/actions/look.ts";
import { findProof } from "../../src/actions/proof.ts";
import omp from "../../src/agents/omp/index.ts";
import pi from "../../src/agents/pi/index.ts";
import { show as showAs, showState, targetOf as targetAs } from "./shown.ts";

const FOLDERS = { pi: "pi-1.6.0", omp: "omp-18.2.3" } as const;
const agents = { pi, omp };
type Name = keyof typeof agents;

const targetOf = (name: Name): Target => targetAs(agents[name]);
const show = (name: Name, lines: readonly string[], painted?: readonly string[]): Look =>
  showAs(agents[name], lines, painted);
const lookAt = (name: Name, state: string): Look =>
  showState(agents[name], `${FOLDERS[name]}/${state}`);

const line = "─".repeat(60);
/** A composer as each draws it, with what stands above. */
const composers = {
  pi: (draft: string, above: string) =>
    show("pi", [...above.split("\n"), "", line, ...draft.split("\n"), line, "~/project (main)"]),
  omp: (draft: string, above: string) =>
    show("omp", [...above.split("\n"), "", " π > ⬢ Mock Model ▶─0.1%──────200K─", `╰─ ${draft}`]),
};
const names = ["pi", "omp"] as const;

describe.each(names)("the composer of %s", (name) => {
  it.each([
    ["idle-fresh", true],
    ["idle-after-answer", true],
    ["idle-after-interrupt", true],
    ["80x24/idle-after-rejected", true],
    ["working-thinking", true],
    ["idle-draft", false],
    ["idle-draft-multiline", false],
    ["80x24/idle-draft-multiline", false],
    ["working-draft", false],
  ])("in %s is empty: %s", (state, empty) => {
    expect(isComposerEmpty(lookAt(name, state))).toBe(empty);
  });

  it("shows what is written there, one character and the signs of a shell too", () => {
    expect(lookAt(name, "idle-draft-multiline").reading.written).toBe(
      "rename the helper so that\nevery caller still",
    );
    for (const draft of ["x", "what is #", "what is $", "what is %"]) {
      const look = composers[name](draft, " done");
      expect(look.reading).toMatchObject({ composer: "draft", written: draft });
      expect(isComposerEmpty(look)).toBe(false);
    }
  });
});

it("a shell's prompt that looks like omp's composer is none of it", () => {
  const { reading } = show("omp", ["╭─dev@host ~/project", "╰─ $"]);
  expect(reading).toMatchObject({ status: "unknown", composer: "none" });
});

it.each([
  ["pi", "[paste #1 +2401 lines]", true],
  ["pi", "[paste #12 1312 chars]", true],
  ["pi", "a paste #1", false],
  ["omp", "📄 #3", true],
  ["omp", "[Paste #1, +4201 lines]", true],
  ["omp", "see #3", false],
] as const)("of %s, %s is its mark for a long paste: %s", (name, written, marked) => {
  expect(agents[name].input!.pasted!.test(written)).toBe(marked);
});

it.each([
  ["pi", "permission-bash", "Yes", "No"],
  ["pi", "permission-bash-2", "Yes", "No"],
  ["pi", "permission-write", "Yes", "No"],
  ["pi", "80x24/permission-bash", "Yes", "No"],
  ["pi", "question", null, null],
  ["omp", "permission-bash", "Approve", "Deny"],
  ["omp", "permission-bash-2", "Approve", "Deny"],
  ["omp", "permission-write", "Approve", "Deny"],
  ["omp", "80x24/permission-write", "Approve", "Deny"],
  ["omp", "plan-approval", "Approve and execute", "Refine plan"],
  ["omp", "80x24/plan-approval", "Approve and execute", "Refine plan"],
  ["omp", "question", null, null],
] as const)("of %s, in %s: approve %s, deny %s", (name, state, yes, no) => {
  const look = lookAt(name, state);
  const chosen = (verb: "approve" | "deny"): string | null => {
    try {
      return nameOf(chooseOption(agents[name], look.reading, verb).option.label);
    } catch (error) {
      return (error as { code: string }).code === "E_REFUSED" ? null : String(error);
    }
  };
  expect([chosen("approve"), chosen("deny")]).toEqual([yes, no]);
  const gates = closedGates({ target: targetOf(name), look, verb: "text" });
  expect(gates.map(({ gate }) => gate)).toEqual(["dialog"]);
});

it("of trust, only what is not saved is taken", () => {
  const labels = [
    "Trust",
    "Trust parent folder (/home/dev)",
    "Trust (this session only)",
    "Do not trust",
    "Do not trust (this session only)",
  ];
  const rows = labels.map((label, at) => ` ${at === 0 ? "→" : " "} ${label}`);
  const keys = " ↑↓ navigate  enter select  escape/ctrl+c cancel";
  const { reading } = show("pi", [
    line,
    "",
    " Trust project folder?",
    "",
    ...rows,
    "",
    keys,
    "",
    line,
  ]);
  expect(chooseOption(pi, reading, "approve").option.label).toBe("Trust (this session only)");
  expect(chooseOption(pi, reading, "deny").option.label).toBe("Do not trust (this session only)");
});

describe("a question", () => {
  it("of omp takes an option or one's own words", () => {
    const { reading } = lookAt("omp", "question");
    expect(nameOf(chooseOption(omp, reading, "answer", "blue").option.label)).toBe("Blue");
    expect(chooseOption(omp, reading, "answer", "neither").own).toBe(true);
  });
  it("of Pi's extension takes an option", () => {
    const { reading } = lookAt("pi", "question");
    expect(chooseOption(pi, reading, "answer", "Red").option.label).toBe("Red");
    expect(() => chooseOption(pi, reading, "answer", "neither")).toThrow("no single option");
  });
});

describe("proof", () => {
  const sent = { id: "x", text: "# say:h", enteredAt: 1 };

  it("is what was added below the transcript, drawn as Markdown", () => {
    const target = targetOf("pi");
    const before = composers.pi("", " one\n\n two");
    const prove = (look: Look) => findProof({ ...sent, target, before }, look, []);
    expect(prove(before)).toBeNull();
    expect(prove(composers.pi("# say:h", " two\n\n say:h"))).toBeNull();
    expect(prove(composers.pi("", " one\n\n two\n\n say:h\n\n h"))).toBe("transcript");
    expect(prove(composers.pi("", " two\n\n say:h\n\n h"))).toBe("transcript");
  });

  it.each([
    [
      "pi",
      (texts: string[]) => [
        ...texts.map((text) => ` Steering: ${text}`),
        " ↳ Alt+Up to edit all queued messages",
      ],
    ],
    [
      "omp",
      (texts: string[]) => [
        ` Steering · ${texts.length}`,
        ...texts.map((text, at) => `   ${at + 1}. ${text}`),
        "   └ Alt+Up to edit",
      ],
    ],
  ] as const)("of %s is one more in its queue, even where the text is cut", (name, queue) => {
    const working = {
      pi: (rows: string[]) =>
        show("pi", [
          " a",
          "",
          ...rows,
          "",
          `── ⠧ Working ${line.slice(13)}`,
          "",
          line,
          "~/project",
        ]),
      omp: (rows: string[]) =>
        show("omp", [
          " a",
          "",
          ...rows,
          "",
          "  ⎋ Working…",
          " ⠙ 2s > ⬢ Mock ▶─0.1%─────200K─",
          "╰─",
        ]),
    }[name];
    const target = targetOf(name);
    const long = `${"a word ".repeat(30)}and its end`;
    const none = working([]);
    const one = working(queue(["a word a word…"]));
    const two = working(queue(["a word a word…", "a word a word…"]));
    expect(one.reading.status).toBe("working");
    const prove = (before: Look, look: Look) =>
      findProof({ ...sent, text: long, target, before }, look, []);
    expect([prove(none, one), prove(one, two), prove(none, none), prove(one, one)]).toEqual([
      "queued",
      "queued",
      null,
      null,
    ]);
  });
});
