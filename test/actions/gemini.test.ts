import { describe, expect, it } from "vitest";
import { chooseOption } from "../../src/actions/choose.ts";
import { closedGates } from "../../src/actions/gates.ts";
import { isComposerEmpty, type Look } from "../../src/actions/look.ts";
import { findProof } from "../../src/actions/proof.ts";
import { toTyping } from "../../src/actions/text.ts";
import gemini from "../../src/agents/gemini/index.ts";
import { showState, targetOf } from "./shown.ts";

const input = gemini.input!;
const target = targetOf(gemini);
const lookAt = (state: string, change?: (row: string) => string): Look =>
  showState(gemini, `gemini-0.61.0/${state}`, change);

describe("the composer", () => {
  it.each([
    ["idle-fresh", true],
    ["idle-after-answer", true],
    ["idle-after-interrupt", true],
    ["80x24/idle-after-rejected", true],
    ["working-thinking", true],
    ["working-queued", true],
    ["idle-draft", false],
    ["idle-draft-multiline", false],
    ["idle-draft-pasted", false],
    ["working-draft", false],
    ["idle-shell-mode", false],
  ])("in %s is empty: %s", (state, empty) => {
    expect(isComposerEmpty(lookAt(state))).toBe(empty);
  });

  it("of vim is empty only where keys are text", () => {
    const as = (text: string) =>
      lookAt("idle-fresh", (row) => row.replace(/^ > .*Type your.*/, ` >   ${text}`));
    expect(isComposerEmpty(as("Press 'Esc' for NORMAL mode."))).toBe(true);
    expect(isComposerEmpty(as("Press 'i' for INSERT mode."))).toBe(false);
  });

  it("shows what is written there, or its mark for a long paste", () => {
    expect(lookAt("idle-draft-multiline").reading.written).toBe(
      "rename the helper so that\nevery caller still",
    );
    expect(lookAt("idle-draft-pasted").reading.written).toMatch(input.pasted!);
  });
});

describe("text", () => {
  it.each([
    "/about",
    "/foo bar",
    " /help",
    "/gamma\ndelta",
    "/home/dev/a.txt",
    "./a.txt ../b.txt ",
    ".env",
  ])("%j is refused", (text) => {
    expect(text).toMatch(input.runs);
  });
  it.each([
    "/home/dev/a.txt is what",
    "// why",
    "/* why */",
    "!touch a",
    "?",
    "#todo",
    "@nobody",
    "-x",
    "& more",
    "$x",
    "...",
    "see /about",
    "/a/b\n/c/d",
  ])("%j is not", (text) => {
    expect(text).not.toMatch(input.runs);
  });
  it("is looked through in a moment, whatever it is", () => {
    const started = performance.now();
    input.runs.test(`${"/a/. ".repeat(20_000)}!`);
    input.runs.test(`${"/".repeat(100_000)} !`);
    input.runs.test(`${" ".repeat(20_000)}!`);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each([
    ["ends in a \\", true],
    ["see @read", true],
    ["mail bob@read", true],
    ["a\n@b", true],
    ["@a b", false],
    ["a;", false],
  ])("%j takes a space behind it: %s", (text, padded) => {
    expect(input.padded!.test(text)).toBe(padded);
  });

  it("is pasted, however short", () => {
    expect(toTyping("fix it! and run", input.pastes)).toEqual({
      text: "fix it! and run",
      paste: true,
    });
  });
});

describe("the option that means it", () => {
  const chosen = (state: string, verb: "approve" | "deny" | "answer", text: string | null) => {
    try {
      const { option, own } = chooseOption(gemini, lookAt(state).reading, verb, text);
      return own ? `own: ${option.label}` : option.label;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    ["permission-bash", "Allow once", "No, suggest changes (esc)"],
    ["permission-bash-2", "Allow once", "No, suggest changes (esc)"],
    ["permission-write", "Allow once", "No, suggest changes (esc)"],
    ["80x24/permission-bash", "Allow once", "No, suggest changes (esc)"],
    ["80x24/permission-write", "Allow once", "No, suggest changes (esc)"],
    // It keeps the right to read that file.
    ["permission-read-outside", "E_REFUSED", "No"],
    ["80x24/trust-dialog", "Trust folder (project)", "Don't trust"],
    ["plan-approval", "Yes, manually accept edits", "Escape"],
    ["80x24/plan-approval", "Yes, manually accept edits", "Escape"],
    ["question", "E_REFUSED", "E_REFUSED"],
  ])("in %s: approve %s, deny %s", (state, yes, no) => {
    expect([chosen(state, "approve", null), chosen(state, "deny", null)]).toEqual([yes, no]);
  });

  it("answers a question by a label, or in one's own words", () => {
    expect(chosen("question", "answer", "Blue")).toBe("Blue");
    expect(chosen("question", "answer", "a warm red")).toBe("own: Enter a custom value");
  });

  it("is not there while the composer has the keys, which a dialog takes", () => {
    const gates = (state: string) =>
      closedGates({ target, look: lookAt(state), verb: "text" }).map(({ gate }) => gate);
    expect(gates("permission-bash")).toEqual(["dialog"]);
    expect(gates("idle-draft")).toEqual(["draft"]);
    expect(gates("idle-shell-mode")).toEqual(["draft"]);
    expect(gates("working-thinking")).toEqual([]);
  });
});

describe("proof", () => {
  const proofOf = (text: string, before: Look, after: Look) =>
    findProof({ target, id: "gemini-x", text, before, enteredAt: 1000 }, after, []);
  const queued = lookAt("working-queued");

  it("is work, or the text in the transcript; never the text in the composer", () => {
    const idle = lookAt("idle-fresh");
    expect(proofOf("slow:12", idle, lookAt("working-thinking"))).toBe("working");
    const draft = lookAt("idle-draft");
    expect(proofOf(draft.reading.written!, idle, draft)).toBeNull();
    expect(proofOf("1\n2\n14", idle, lookAt("idle-draft-pasted"))).toBeNull();
  });

  it("is the queue, also of a second message that is cut at the edge", () => {
    const none = lookAt("working-thinking");
    expect(proofOf("say:first of two", none, queued)).toBe("queued");
    const long = `say:second ${"word ".repeat(40)}end`;
    const first = lookAt("working-queued", (row) => (row.endsWith("wo…") ? "" : row));
    expect(proofOf(long, first, queued)).toBe("queued");
    expect(proofOf(long, queued, queued)).toBeNull();
  });

  it("is a short text that moved the transcript, however often it stood there", () => {
    const before = lookAt("idle-after-answer", (row) => row.replace(/^✦ .*/, "✦ a; b; c;"));
    let said = false;
    // What was said stays, and a row more stands below it.
    const after = lookAt("idle-after-answer", (row) => {
      const grown = said && row.trim() === "" ? " > ;" : row.replace(/^✦ .*/, "✦ a; b; c;");
      said = row.startsWith("✦ ");
      return grown;
    });
    expect(proofOf(";", before, after)).toBe("transcript");
    expect(proofOf(";", before, before)).toBeNull();
  });

  it("is a text that ends as the placeholder does", () => {
    const before = lookAt("idle-fresh");
    expect(proofOf("file", before, lookAt("working-thinking"))).toBe("working");
  });

  it("is nothing between two drawings, when there is no composer", () => {
    const before = lookAt("idle-draft");
    const text = before.reading.written!;
    const cut = lookAt("idle-draft", (row) => (/^[▄▀─]{8}/.test(row) ? "" : row));
    expect(cut.reading.composer).toBe("none");
    expect(proofOf(text, lookAt("idle-fresh"), cut)).toBeNull();
  });
});
