import { describe, expect, it } from "vitest";
import type { HookWord } from "../../../src/agents/_hook.ts";
import { hooks } from "../../../src/agents/codex/hooks.ts";
import { checkHooks, payloadsOf, saying } from "../said.ts";

describe("examples", () => {
  checkHooks(hooks);
});

const asks = (kind: string, tool: string, text: string) =>
  ({ status: "waiting", ask: { kind, tool, text } }) as Partial<HookWord>;

/** File of a recorded payload → what it says. */
const SAID: Record<string, Partial<HookWord> | null> = {
  "PermissionRequest-edit": asks("permission", "apply_patch", "/home/dev/hello.txt"),
  PermissionRequest: asks("permission", "Bash", "touch /tmp/zz"),
  PostToolUse: { status: "working" },
  "PreToolUse-request_user_input": asks(
    "question",
    "request_user_input",
    "Which colour do you want?",
  ),
  PreToolUse: { status: "working", ask: null },
  SessionEnd: { status: null, ended: true },
  SessionStart: { status: null, model: "mock-model" },
  "SessionStart-resume": { status: null },
  Stop: { status: "idle", ask: null, background: null },
  "Stop-while-subagent": { status: "idle" },
  SubagentStart: null,
  SubagentStop: null,
  UserPromptSubmit: {
    status: "working",
    lastPrompt: 'call:exec_command {"cmd":"touch in-project.txt && ls"}',
  },
  "UserPromptSubmit-subagent": null,
  notify: null,
};

it.each([...payloadsOf("codex")])("%s", (file, payload) => {
  const word = hooks.read(file.replace(/-.*/, ""), payload);
  expect(word).toEqual(saying(SAID[file] ?? null));
});

it("knows whose word it is", () => {
  const word = hooks.read("Stop", payloadsOf("codex").get("Stop"));
  const nativeId = "01a22ba2-c1cf-7752-8cf5-69b02c72e510";
  const transcript = `/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T08-46-56-${nativeId}.jsonl`;
  expect(word).toMatchObject({ nativeId, transcript, cwd: "/home/dev/project" });
});
