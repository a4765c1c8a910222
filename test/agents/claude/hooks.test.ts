import { describe, expect, it } from "vitest";
import type { HookWord } from "../../../src/agents/_hook.ts";
import { hooks } from "../../../src/agents/claude/hooks.ts";
import { checkHooks, payloadsOf, saying } from "../said.ts";

describe("examples", () => {
  checkHooks(hooks);
});

const asks = (kind: string, tool: string | null, text: string | null) =>
  ({ status: "waiting", ask: { kind, tool, text } }) as Partial<HookWord>;
const plan = asks("plan", "ExitPlanMode", "# Plan\n\n1. Write the file");

/** File of a recorded payload → what it says. */
const SAID: Record<string, Partial<HookWord> | null> = {
  "Notification-agent_needs_input": asks(
    "other",
    null,
    "Auto mode can't check actions in this session and needs your choice",
  ),
  "Notification-plan": asks("plan", "ExitPlanMode", null),
  "Notification-idle_prompt": { status: "idle", ask: null },
  Notification: asks("plan", "ExitPlanMode", null),
  "PermissionRequest-AskUserQuestion": asks(
    "question",
    "AskUserQuestion",
    "Which colour do you want?",
  ),
  "PermissionRequest-Bash": asks("permission", "Bash", "touch no.txt"),
  "PermissionRequest-ExitPlanMode": plan,
  "PermissionRequest-Write": asks("permission", "Write", "/home/dev/project/hello.txt"),
  "PermissionRequest-subagent": asks("permission", "Bash", "touch sub.txt"),
  PermissionRequest: plan,
  PostToolUse: { status: "working" },
  PostToolUseFailure: { status: "working" },
  PreToolUse: { status: "working" },
  "PreToolUse-subagent": { status: null },
  SessionEnd: { status: null, ended: true },
  SessionStart: { status: "idle", model: "claude-opus-5-5", background: null },
  "SessionStart-compact": { status: null, model: "claude-opus-5-5" },
  "SessionStart-resume": { status: "idle", model: null },
  Stop: { status: "idle", background: 0, lastError: null },
  "Stop-background": { status: "idle", background: 1 },
  StopFailure: {
    status: "idle",
    lastError: {
      code: "api_error",
      text: "API Error: Repeated 529 Overloaded errors. The API is at capacity — this is usually temporary. Try again in a moment. If it persists, check your inference gateway (127.0.0.1:8787).",
    },
  },
  SubagentStart: null,
  // The one that ended still counts itself.
  SubagentStop: { status: null, background: 0 },
  UserPromptSubmit: { status: "working", lastPrompt: null },
};

it.each([...payloadsOf("claude")])("%s", (file, payload) => {
  const word = hooks.read(file.replace(/-.*/, ""), payload);
  expect(word).toEqual(saying(SAID[file] ?? null));
});

it("knows whose word it is", () => {
  const word = hooks.read("Stop", payloadsOf("claude").get("Stop"));
  const nativeId = "ccf2e132-04e9-46e1-a3f0-d9eecc4a48bb";
  const transcript = `/home/dev/.claude/projects/-home-dev-project/${nativeId}.jsonl`;
  expect(word).toMatchObject({ nativeId, transcript, cwd: "/home/dev/project" });
});
