import { describe, expect, it } from "vitest";
import type { HookWord } from "../../../src/agents/_hook.ts";
import { hooks } from "../../../src/agents/copilot/hooks.ts";
import { checkHooks, payloadsOf, saying } from "../said.ts";

describe("examples", () => {
  checkHooks(hooks);
});

const asks = (kind: string, tool: string | null, text: string | null) =>
  ({ status: "waiting", ask: { kind, tool, text } }) as Partial<HookWord>;
const nothing = { status: null, ask: null, lastError: null };

/** File of a recorded payload → what it says. */
const SAID: Record<string, Partial<HookWord> | null> = {
  agentStop: {
    status: "idle",
    nativeId: "47e77ba5-ec0b-4b21-bb05-594fba23c6f2",
    transcript:
      "/home/dev/.copilot/session-state/47e77ba5-ec0b-4b21-bb05-594fba23c6f2/events.jsonl",
  },
  "agentStop-subagent": null,
  errorOccurred: nothing,
  "errorOccurred-retried": nothing,
  "notification-elicitation_dialog": asks("question", "ask_user", null),
  "notification-permission_prompt": asks("permission", "bash", "touch no.txt"),
  "notification-agent_idle": nothing,
  "notification-shell_completed": nothing,
  notification: asks("permission", "bash", "touch no.txt"),
  "permissionRequest-create": asks("permission", "edit", "/home/dev/project/hello.txt"),
  permissionRequest: asks("permission", "bash", "touch no.txt"),
  postToolUse: { status: "working" },
  preToolUse: asks("plan", "exit_plan_mode", "Write the file"),
  "preToolUse-ask_user": asks("question", "ask_user", "Which one"),
  sessionEnd: { status: null, ended: true },
  sessionStart: { status: null, lastPrompt: "slow:12", cwd: "/home/dev/project" },
  subagentStart: null,
  subagentStop: null,
  userPromptSubmitted: { status: "working", lastPrompt: "plan:Write the file" },
  "userPromptSubmitted-subagent": null,
  "userPromptSubmitted-system": { status: "working", lastPrompt: null },
};

it.each([...payloadsOf("copilot")])("%s", (file, payload) => {
  const word = hooks.read(file.replace(/-.*/, ""), payload);
  expect(word).toEqual(saying(SAID[file] ?? null));
});

it("asks to be told of nothing that decides: a failing hook would deny the tool", () => {
  expect(hooks.events).not.toContain("preToolUse");
  expect(hooks.events).not.toContain("permissionRequest");
});
