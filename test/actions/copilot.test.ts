import { describe, expect, it } from "vitest";
import { chooseOption, type Verb } from "../../src/actions/choose.ts";
import { isComposerEmpty, type Look } from "../../src/actions/look.ts";
import { findProof } from "../../src/actions/proof.ts";
import copilot from "../../src/agents/copilot/index.ts";
import { show, showState, targetOf } from "./shown.ts";

const input = copilot.input!;
const target = targetOf(copilot);

function lookAt(state: string, hasColours = true): Look {
  const look = showState(copilot, `copilot-1.0.102/${state}`);
  return hasColours ? look : show(copilot, look.lines);
}

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
    ["80x24/idle-draft-multiline", false],
    ["idle-draft-paste", false],
    ["working-draft", false],
    // Empty, but a text would run there.
    ["idle-shell-mode", false],
    ["question-own", false],
  ])("in %s is empty: %s", (state, empty) => {
    expect(isComposerEmpty(lookAt(state))).toBe(empty);
  });

  it("shows a mark in place of a long paste", () => {
    expect(input.pasted?.test(lookAt("idle-draft-paste").reading.written ?? "")).toBe(true);
    expect(input.pasted?.test("[Saved pasted content to workspace (97.7 KB) id=1]")).toBe(true);
    expect(input.pasted?.test(lookAt("idle-draft").reading.written ?? "")).toBe(false);
  });
});

describe("text", () => {
  it.each(["/help", "/usr/bin/x is odd", "!ls", " !ls", "&go", " &go"])("%j would run", (text) => {
    expect(input.runs.test(text)).toBe(true);
  });
  it.each([" /help", "# head", "@README.md", "@a b", "-rf", "$HOME", "?", "; !", "a\n/b"])(
    "%j is read",
    (text) => {
      expect(input.runs.test(text)).toBe(false);
    },
  );
  it.each([
    ["ends in \\", true],
    ["see @README.md", true],
    ["see @", true],
    ["@", true],
    ["fix #12", true],
    ["see @README.md now", false],
    ["a@b.org", false],
    ["done", false],
  ])("%j takes a space behind it: %s", (text, padded) => {
    expect(input.padded?.test(text)).toBe(padded);
  });
});

describe("the option that means it", () => {
  const NO = "No, and tell Copilot what to do differently (Esc to stop)";
  const PLAN = /^Accept plan and continue in Interactive execution/;
  it.each<[string, string | RegExp | null, string | null]>([
    ["permission-bash", "Yes", NO],
    ["permission-bash-2", "Yes", NO],
    ["permission-write", "Yes", NO],
    ["80x24/permission-bash", "Yes", NO],
    ["80x24/permission-write", "Yes", NO],
    ["plan-approval", PLAN, "Suggest changes"],
    ["80x24/plan-approval", PLAN, "Suggest changes"],
    ["trust-dialog", "Yes", "No (Esc)"],
    ["question", null, null],
    ["question-own", null, null],
  ])("in %s: approve %s, deny %s", (state, yes, no) => {
    expect(chosen(state, "approve") ?? "refused").toMatch(yes ?? "refused");
    expect(chosen(state, "deny")).toBe(no);
  });

  it("is one of a question's, or the words in its field", () => {
    expect(chosen("question", "answer", "blue")).toBe("Blue");
    expect(chosen("question", "answer", "neither")).toBe("Other (type your answer)");
    expect(chosen("question-own", "answer", "neither")).toBe("Other (type your answer)");
    expect(chosen("question-no-fields", "answer", "neither")).toBeNull();
  });

  function chosen(state: string, verb: Verb, text: string | null = null): string | null {
    const { reading } = lookAt(state, false);
    try {
      return chooseOption(copilot, reading, verb, text).option.label.trim();
    } catch (error) {
      return (error as { code: string }).code === "E_REFUSED" ? null : String(error);
    }
  }
});

it("proves what it queues by the row below it", () => {
  const before = lookAt("working-thinking");
  const sent = { target, id: "copilot-x", text: "say:later", before, enteredAt: 1000 };
  expect(findProof(sent, lookAt("working-queued"), [])).toBe("queued");
  expect(findProof(sent, before, [])).toBeNull();
});
