import { describe, expect, it } from "vitest";
import type { ActionPorts } from "../../src/actions/port.ts";
import { interrupt } from "../../src/actions/interrupt.ts";
import { chooseOption, nameOf, type Verb } from "../../src/actions/choose.ts";
import { isComposerEmpty, type Look } from "../../src/actions/look.ts";
import { findProof } from "../../src/actions/proof.ts";
import agent from "../../src/agents/opencode/index.ts";
import { rowsOf, show, showState, targetOf } from "./shown.ts";

const FOLDER = "opencode-1.18.33";
const rowsIn = (file: string): string[] => rowsOf(`${FOLDER}/${file}`);
const toLook = (lines: readonly string[], painted?: readonly string[]): Look =>
  show(agent, lines, painted);
const lookAt = (state: string): Look => showState(agent, `${FOLDER}/${state}`);

/** The recorded empty composer with rows written in it. */
function withDraft(...rows: readonly string[]): Look {
  const lines = rowsIn("idle-after-answer.txt");
  const bottom = lines.findLastIndex((row) => row.startsWith("  ╹▀"));
  const draft = rows.map((row) => `  ┃  ${row}`);
  return toLook(lines.toSpliced(bottom - 3, 1, ...draft).slice(draft.length - 1));
}

describe("the composer of OpenCode", () => {
  it.each([
    ["idle-fresh", true],
    ["idle-after-answer", true],
    ["idle-after-interrupt", true],
    ["working-thinking", true],
    ["working-queued", true],
    ["idle-draft", false],
    ["idle-draft-multiline", false],
    ["working-draft", false],
    ["idle-shell-mode", false],
    ["80x24/idle-after-answer", true],
    ["80x24/idle-draft", false],
  ])("in %s is empty: %s", (state, empty) => {
    expect(isComposerEmpty(lookAt(state))).toBe(empty);
  });

  it("is not empty with one character in it, though no prompt sign stands before it", () => {
    expect(isComposerEmpty(withDraft("x"))).toBe(false);
  });

  it("shows what was typed, or its mark for a long paste", () => {
    expect(withDraft("one", "two").reading.written).toBe("one\ntwo");
    expect(agent.input!.pasted!.test(withDraft("[Pasted ~1500 lines]").reading.written!)).toBe(
      true,
    );
  });
});

describe("what OpenCode would run", () => {
  it.each(["/help", "/home/dev/x.ts is wrong", "!ls", " !ls", "exit", " quit ", ":q"])(
    "%j is refused",
    (text) => expect(agent.input!.runs.test(text)).toBe(true),
  );
  it.each(["# a", "@explore it", "- a", "& a", "$ a", "?", "Exit", "exit now", "\n!ls", " /help"])(
    "%j is not",
    (text) => expect(agent.input!.runs.test(text)).toBe(false),
  );
  it.each([
    ["see @src", true],
    ["a\n@src", true],
    ["@", true],
    ["see @src now", false],
    ["mail me@x.org", false],
    ["ends in \\", false],
  ])("%j takes a space behind it: %s", (text, padded) => {
    expect(agent.input!.padded!.test(text)).toBe(padded);
  });
});

describe("the option that means it", () => {
  const chosen = (state: string, verb: Verb, text?: string): string | null => {
    try {
      return nameOf(chooseOption(agent, lookAt(state).reading, verb, text).option.label);
    } catch (error) {
      return (error as { code: string }).code === "E_REFUSED" ? null : String(error);
    }
  };

  it.each([
    ["permission-bash", "Allow once", "Reject"],
    ["permission-bash-2", "Allow once", "Reject"],
    ["permission-write", "Allow once", "Reject"],
    ["80x24/permission-bash", "Allow once", "Reject"],
    ["80x24/permission-write", "Allow once", "Reject"],
    ["plan-approval", "Yes", "No"],
    ["80x24/plan-approval", "Yes", "No"],
    ["question", null, null],
    ["idle-after-answer", null, null],
  ])("in %s: approve %s, deny %s", (state, yes, no) => {
    expect([chosen(state, "approve"), chosen(state, "deny")]).toEqual([yes, no]);
  });

  it("of a question is the one of that name, or the one for own words", () => {
    expect(chosen("question", "answer", "blue")).toBe("Blue");
    expect(chosen("question", "answer", "neither")).toBe("Type your own answer");
  });

  it.each(["permission-bash", "80x24/permission-write", "question", "plan-approval"])(
    "is highlighted by colour in %s: the first",
    (state) => {
      const { options } = lookAt(state).reading;
      expect(options.map(({ selected }) => selected)).toEqual(options.map((_, at) => at === 0));
    },
  );

  it("is the same one with the tick it has until the answer has arrived", () => {
    const lines = rowsIn("question.txt");
    const ticked = toLook(lines.map((row) => row.replace("2. Blue", "2. Blue ✓")));
    expect(ticked.reading.options[1]?.label).toBe("Blue");
  });
});

describe("an interrupt", () => {
  const works = lookAt("working-thinking");
  const asksAgain = toLook(
    rowsIn("working-thinking.txt").map((row) =>
      row.replace("esc interrupt", "esc again to interrupt"),
    ),
  );
  const rests = lookAt("idle-after-interrupt");

  /** Looks at one picture after the other, and then at the last for ever. */
  async function keysFor(...pictures: Look[]): Promise<readonly string[]> {
    let now = 0;
    const ports = {
      now: () => now,
      sleep: async (ms: number) => void (now += ms),
      evidence: () => [],
      look: async () => ({ ok: true, look: pictures.length > 1 ? pictures.shift() : pictures[0] }),
      pressKeys: async () => ({ ok: true }),
      dialog: () => null,
    } as unknown as ActionPorts;
    return (await interrupt(targetOf(agent), { id: "opencode-x", generation: null }, ports)).keys;
  }

  it("takes a second key once OpenCode asks for it, though one picture lacked the hint", async () => {
    expect(await keysFor(works, works, asksAgain, rests)).toEqual(["Escape", "Escape"]);
    expect(await keysFor(works, rests, asksAgain, rests)).toEqual(["Escape", "Escape"]);
  });

  it.each([
    ["its first key", [...Array<Look>(60).fill(works), asksAgain, rests], 3],
    ["its second key", [works, asksAgain, ...Array<Look>(90).fill(works), asksAgain, rests], 4],
  ])("is made again where OpenCode missed %s", async (_which, pictures, times) => {
    expect(await keysFor(...pictures)).toEqual(Array(times).fill("Escape"));
  });

  it("takes one where the turn is over by then", async () => {
    expect(await keysFor(works, rests)).toEqual(["Escape"]);
  });

  it.each([
    ["rests", rests],
    ["asks", lookAt("permission-bash")],
  ])("presses no more where OpenCode %s when the time for its first key is up", async (_, last) => {
    for (const looks of [48, 49, 50])
      expect(await keysFor(...Array<Look>(looks).fill(works), last)).toEqual(["Escape"]);
  });

  it("is not proven where OpenCode works on", async () => {
    await expect(keysFor(works)).rejects.toMatchObject({ code: "E_UNPROVEN" });
  });
});

describe("proof", () => {
  const target = targetOf(agent);

  it("is the row of the queue where it was at work already", () => {
    const before = lookAt("working-thinking");
    const sent = { target, id: "opencode-x", text: "say:unlike", before, enteredAt: 0 };
    expect(findProof(sent, lookAt("working-queued"), [])).toBe("queued");
    expect(findProof(sent, before, [])).toBeNull();
  });
});
