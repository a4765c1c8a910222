import { describe, expect, it } from "vitest";
import { SILENT, type HookWord } from "../../src/agents/_hook.ts";
import { foldHook, hookEvidence, NO_HOOK, type HookState } from "../../src/pipeline/fold-hook.ts";

type Said = [event: string, at: number, word: Partial<HookWord>];

const fold = (before: HookState, ...said: readonly Said[]): HookState =>
  said.reduce(
    (hook, [event, at, word]) => foldHook(hook, event, { ...SILENT, ...word }, at),
    before,
  );
const told = (...said: readonly Said[]): HookState => fold(NO_HOOK, ...said);

const permission = { kind: "permission", tool: "Bash", text: "make" } as const;
const error = { code: "rate_limit", text: "429" } as const;
const working = { status: "working" } as const;
const waits = { status: "waiting", ask: permission } as const;

describe("a hook's word", () => {
  it("is of the moment of its event, and facts stay until others come", () => {
    const hook = told(
      ["SessionStart", 1000, { nativeId: "s", cwd: "/shop", model: "m", status: "idle" }],
      ["UserPromptSubmit", 2000, { ...working, lastPrompt: "go" }],
    );
    expect(hook).toMatchObject({ nativeId: "s", cwd: "/shop", model: "m", lastPrompt: "go" });
    expect(hookEvidence(hook)).toMatchObject({
      status: "working",
      at: 2000,
      because: "UserPromptSubmit",
    });
  });

  it("that says nothing of the status leaves it, and its moment, as they were", () => {
    const hook = told(["PreToolUse", 2000, working], ["SubagentStop", 3000, { background: 2 }]);
    expect(hookEvidence(hook)).toMatchObject({ status: "working", at: 2000, background: 2 });
  });

  it("is none before one was said, and none once the conversation is over", () => {
    expect(hookEvidence(told(["SessionStart", 1000, { nativeId: "s" }]))).toBeNull();
    const over = told(["Stop", 1000, { status: "idle" }], ["SessionEnd", 2000, { ended: true }]);
    expect(hookEvidence(over)).toBeNull();
    // Gemini says it three times, and a conversation may be taken up again.
    const twice = fold(over, ["SessionEnd", 2001, { ended: true }]);
    expect(hookEvidence(twice)).toBeNull();
    expect(hookEvidence(fold(twice, ["SessionStart", 3000, { status: "idle" }]))).not.toBeNull();
  });

  it("has the error of a failed turn until the next one works (FR-003)", () => {
    const failed = told(["error", 1000, { lastError: error }], ["Stop", 1001, { status: "idle" }]);
    expect(hookEvidence(failed)).toMatchObject({ status: "idle", lastError: error });
    expect(fold(failed, ["UserPromptSubmit", 2000, working]).lastError).toBeNull();
  });
});

describe("one wait that is told of twice", () => {
  it.each([
    ["without a kind", { kind: "other", tool: null, text: null }],
    ["with words of its own and no kind", { kind: "other", tool: null, text: "needs you" }],
    ["of the same kind, without the text", { kind: "permission", tool: null, text: null }],
  ] as const)("stays the one that it was: a notice %s", (_what, ask) => {
    const hook = told(
      ["PermissionRequest", 1000, waits],
      ["Notification", 7000, { status: "waiting", ask }],
    );
    expect(hookEvidence(hook)).toMatchObject({
      ask: permission,
      at: 1000,
      because: "PermissionRequest",
    });
  });

  it("is another one when it asks for something else, or for the same once more", () => {
    const other = { kind: "permission", tool: "Bash", text: "make clean" } as const;
    const next = told(
      ["PermissionRequest", 1000, waits],
      ["PermissionRequest", 2000, { ...waits, ask: other }],
    );
    expect(hookEvidence(next)).toMatchObject({ ask: other, at: 2000 });
    const same = told(["PermissionRequest", 1000, waits], ["PermissionRequest", 2000, waits]);
    expect(hookEvidence(same)?.at).toBe(2000);
  });

  it("is a question when a tool turns out to be one", () => {
    const question = { kind: "question", tool: "AskUserQuestion", text: "Which?" } as const;
    const hook = told(
      ["Notification", 1000, waits],
      ["PreToolUse", 2000, { status: "waiting", ask: question }],
    );
    expect(hook.ask).toEqual(question);
  });
});

describe("requests that are open at a time (FR-007)", () => {
  const ask = (id: string, at: number): Said => [
    "asked",
    at,
    { status: "waiting", ask: { ...permission, text: id }, request: { id, open: true } },
  ];
  const replied = (id: string, at: number): Said => [
    "replied",
    at,
    { ...working, request: { id, open: false } },
  ];

  it("wait until the last is answered, and show the one that came first", () => {
    const both = told(ask("a", 1000), ask("b", 2000));
    expect(hookEvidence(both)).toMatchObject({ status: "waiting", ask: { text: "a" }, at: 1000 });
    const one = fold(both, replied("a", 3000));
    expect(hookEvidence(one)).toMatchObject({ status: "waiting", ask: { text: "b" }, at: 2000 });
    expect(hookEvidence(fold(one, replied("b", 4000)))).toMatchObject({
      status: "working",
      at: 4000,
      ask: null,
    });
  });

  it("are not answered by a tool that goes on beside them", () => {
    const hook = told(ask("a", 1000), ["tool.execute.after", 2000, working]);
    expect(hookEvidence(hook)).toMatchObject({ status: "waiting", ask: { text: "a" } });
  });

  it("are closed by the end of the turn and by the next prompt", () => {
    const open = told(ask("a", 1000), ask("b", 2000));
    expect(fold(open, ["session.idle", 3000, { status: "idle" }])).toMatchObject({
      status: "idle",
      open: [],
      ask: null,
    });
    const next = fold(open, ["chat.message", 3000, { ...working, lastPrompt: "go on" }]);
    expect(next).toMatchObject({ status: "working", open: [], ask: null });
  });

  it("end with the conversation, and its next beginning waits for nothing", () => {
    const over = told(ask("a", 1000), ["session_shutdown", 2000, { ended: true }]);
    expect(over.open).toEqual([]);
  });

  it("an answer to one that nobody heard of is work", () => {
    expect(hookEvidence(told(replied("x", 1000)))).toMatchObject({ status: "working", at: 1000 });
  });
});
