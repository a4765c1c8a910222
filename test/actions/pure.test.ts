import { describe, expect, it } from "vitest";
import { chooseOption } from "../../src/actions/choose.ts";
import { closedGates, unforced } from "../../src/actions/gates.ts";
import { isKey } from "../../src/actions/keyboard.ts";
import { isComposerEmpty, type Look, type Target } from "../../src/actions/look.ts";
import { findProof, type Submitted } from "../../src/actions/proof.ts";
import { toTyping } from "../../src/actions/text.ts";
import { agents } from "../../src/agents/index.ts";
import { rowsOf, showState, targetOf as targetAs } from "./shown.ts";

const targetOf = (agent: string): Target => targetAs(agents.get(agent)!);
const lookAt = (agent: string, state: string, more: Partial<Look> = {}): Look => ({
  ...showState(agents.get(agent)!, state),
  ...more,
});

describe("what is typed", () => {
  it.each([
    ["a", false],
    ["a\nb", true],
    ["a\tb", true],
    ["ä".repeat(101), true],
    ["x".repeat(200), false],
  ])("%j is pasted: %s", (text, paste) => {
    expect(toTyping(text)).toEqual({ text, paste });
  });

  it("is no control character, no end of a paste, and no line end at the end", () => {
    expect(toTyping("a\x1b[201~b\x00\x07\x1b\x9bc\r\nd\re\n\n")).toEqual({
      text: "abc\nd\ne",
      paste: true,
    });
  });

  it.each(["Enter", "C-c", "M-x", "y", "/", "F5", "BTab", "Up"])("%s is a key", (key) => {
    expect(isKey(key)).toBe(true);
  });
  it.each(["", "enter", "hello", "-t", "C-", "#{pane_id}", "Enter;", "\n"])("%j is none", (key) => {
    expect(isKey(key)).toBe(false);
  });
});

describe("the composer", () => {
  it.each([
    ["claude", "claude-2.1.332/idle-after-answer", true],
    ["claude", "claude-2.1.332/working-queued", true],
    ["claude", "claude-2.1.332/idle-draft", false],
    ["claude", "claude-2.1.332/idle-draft-multiline", false],
    ["claude", "claude-2.1.332/idle-prompt-put-back", false],
    ["claude", "claude-2.1.332/working-draft", false],
    ["codex", "codex-0.171.0/idle-fresh", true],
    ["codex", "codex-0.171.0/idle-draft", false],
    ["codex", "codex-0.171.0/idle-draft-multiline", false],
  ])("of %s in %s is empty: %s", (agent, state, empty) => {
    expect(isComposerEmpty(lookAt(agent, state))).toBe(empty);
  });

  it.each(["!", "#", "&"])("is not empty in the mode that %s begins", (sign) => {
    const lines = rowsOf("claude-2.1.332/idle-after-answer.txt").map((row) =>
      /^❯[ \u00a0]*$/.test(row) ? `${sign}\u00a0` : row,
    );
    const reading = agents.get("claude")!.screen!.read({ lines, title: null, project: null });
    expect(
      isComposerEmpty(
        lookAt("claude", "claude-2.1.332/idle-after-answer", { reading, lines, painted: lines }),
      ),
    ).toBe(false);
  });

  it("is empty when all that is written there is drawn dim, whatever it says", () => {
    const look = lookAt("claude", "claude-2.1.332/idle-draft");
    const row = look.reading.promptRow!;
    const dim = look.painted.with(row, "❯\u00a0\x1b[2mtry to rename the helper\x1b[0m");
    expect(isComposerEmpty({ ...look, painted: dim })).toBe(true);
    const half = look.painted.with(row, "❯\u00a0mine \x1b[2mand a suggestion\x1b[0m");
    expect(isComposerEmpty({ ...look, painted: half })).toBe(false);
  });
});

describe("gates", () => {
  const gates = (look: Look, verb: "text" | "answer" | "interrupt" | "keys" = "text") =>
    closedGates({ target: targetOf("claude"), look, verb });
  const idle = (more: Partial<Look> = {}): Look =>
    lookAt("claude", "claude-2.1.332/idle-after-answer", more);
  const running = { startTicks: 70, state: "S", pgrp: 7, tpgid: 7 };

  it("are all open on an idle agent", () => {
    expect(gates(idle())).toEqual([]);
  });

  it.each([
    ["identity", { process: null }],
    ["identity", { process: { ...running, startTicks: 71 } }],
    ["identity", { process: { ...running, state: "Z" } }],
    ["identity", { samePane: false }],
    ["foreground", { process: { ...running, state: "T" } }],
    ["foreground", { process: { ...running, tpgid: 99 } }],
  ])("%s is closed for every verb, and force does not open it", (gate, more) => {
    for (const verb of ["text", "answer", "interrupt", "keys"] as const) {
      expect(unforced(gates(idle(more), verb), true).map((one) => one.gate)).toContain(gate);
    }
  });

  it.each([
    ["mode", idle({ inMode: true })],
    ["dialog", lookAt("claude", "claude-2.1.332/permission-bash")],
    ["dialog", lookAt("claude", "claude-2.1.332/trust-dialog")],
    ["draft", lookAt("claude", "claude-2.1.332/idle-draft")],
    ["composer", lookAt("claude", "claude-2.1.332/first-run-offline-fails")],
  ])("%s is closed, and force opens it", (gate, look) => {
    expect(gates(look).map((one) => one.gate)).toContain(gate);
    expect(unforced(gates(look), true)).toEqual([]);
  });

  it("answers need a dialog, interrupts need work", () => {
    expect(gates(idle(), "answer")[0]?.gate).toBe("dialog");
    expect(gates(idle(), "interrupt")[0]?.gate).toBe("working");
    expect(gates(lookAt("claude", "claude-2.1.332/working-thinking"), "interrupt")).toEqual([]);
  });
});

describe("the option that means it", () => {
  it.each([
    ["claude", "claude-2.1.332/permission-bash", "Yes", "No"],
    ["claude", "claude-2.1.332/permission-write", "Yes", "No"],
    ["claude", "claude-2.1.332/permission-edit-80x24", "Yes", "No"],
    [
      "claude",
      "claude-2.1.332/permission-webfetch-80x24",
      "Yes",
      "No, and tell Claude what to do differently (esc)",
    ],
    ["claude", "claude-2.1.332/permission-bash-auto-mode-unchecked", "Yes", "No"],
    ["claude", "claude-2.1.332/trust-dialog", "Yes, I trust this folder", "No, exit"],
    ["claude", "claude-2.1.332/plan-approval", "Yes, manually approve edits", "Escape"],
    [
      "codex",
      "codex-0.171.0/permission-bash",
      "Yes, proceed (y)",
      "No, and tell Codex what to do differently (esc)",
    ],
    [
      "codex",
      "codex-0.171.0/permission-write",
      "Yes, proceed (y)",
      "No, and tell Codex what to do differently (esc)",
    ],
    ["claude", "claude-2.1.332/question", null, null],
    ["codex", "codex-0.171.0/question", null, null],
    ["claude", "claude-2.1.332/dialog-model", null, null],
  ])("of %s in %s: approve %s, deny %s", (agent, state, yes, no) => {
    const { reading } = lookAt(agent, state);
    const chosen = (verb: "approve" | "deny"): string | null => {
      try {
        return chooseOption(agents.get(agent)!, reading, verb).option.label.trim();
      } catch (error) {
        return (error as { code: string }).code === "E_REFUSED" ? null : String(error);
      }
    };
    expect([chosen("approve"), chosen("deny")]).toEqual([yes, no]);
  });
});

describe("proof", () => {
  const before = lookAt("codex", "codex-0.171.0/idle-fresh");
  const submitted: Submitted = {
    target: targetOf("codex"),
    id: "codex-x",
    text: "slow:12",
    before,
    enteredAt: 1000,
  };

  it("is work that began, or the text above the composer; never the text still in it", () => {
    expect(findProof(submitted, lookAt("codex", "codex-0.171.0/working-thinking"), [])).toBe(
      "working",
    );
    expect(findProof(submitted, lookAt("codex", "codex-0.171.0/idle-after-answer"), [])).toBe(
      "transcript",
    );
    expect(findProof(submitted, before, [])).toBeNull();
    const draft = lookAt("codex", "codex-0.171.0/idle-draft");
    expect(findProof({ ...submitted, text: draft.reading.written! }, draft, [])).toBeNull();
  });

  it("is a word that the agent published since, and not an older one", () => {
    const word = (at: number) =>
      [
        {
          source: "published",
          status: "working",
          at,
          ask: null,
          because: "busy",
          background: null,
          lastError: null,
        },
      ] as const;
    expect(findProof(submitted, before, word(1001))).toBe("published");
    expect(findProof(submitted, before, word(999))).toBeNull();
  });

  it("is the queue's line where the agent was at work already", () => {
    const working = lookAt("claude", "claude-2.1.332/working-thinking");
    const queued = lookAt("claude", "claude-2.1.332/working-queued");
    const sent = { ...submitted, target: targetOf("claude"), text: "say:later", before: working };
    expect(findProof(sent, queued, [])).toBe("queued");
    expect(findProof(sent, working, [])).toBeNull();
  });
});
