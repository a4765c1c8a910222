import { describe } from "vitest";
import type { HookWord } from "../../../src/agents/_hook.ts";
import { hooks } from "../../../src/agents/gemini/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

const chat = (id: string, started: string) => ({
  nativeId: id,
  cwd: "/home/dev/project",
  transcript: `/home/dev/.gemini/tmp/project/chats/session-${started}-${id.slice(0, 8)}.jsonl`,
});
const place = chat("1999486f-de0e-4cea-a0c7-fe4933f90a22", "2026-11-30T08-53");
const plan: Partial<HookWord> = {
  ...place,
  status: "waiting",
  ask: { kind: "plan", tool: "exit_plan_mode", text: null },
};

describe("Gemini CLI's hooks", () => {
  checkHooks(hooks, "gemini", {
    SessionStart: { ...place, status: "idle" },
    BeforeAgent: { ...place, status: "working", lastPrompt: "plan:Write the file" },
    // Of `exit_plan_mode`.
    BeforeTool: { ...place, status: "working" },
    AfterTool: { ...place, status: "working" },
    Notification: plan,
    "Notification-exit_plan_mode": plan,
    "Notification-ask_user": {
      ...place,
      status: "waiting",
      ask: { kind: "question", tool: "ask_user", text: null },
    },
    "Notification-exec": {
      ...place,
      status: "waiting",
      ask: { kind: "permission", tool: "run_shell_command", text: "touch no.txt" },
    },
    "Notification-edit": {
      ...chat("29a3a81c-b96e-4bb3-88a2-2583a6960a09", "2026-11-30T10-14"),
      status: "waiting",
      ask: { kind: "permission", tool: "write_file", text: "/home/dev/project/hello.txt" },
    },
    AfterAgent: { ...place, status: "idle" },
    SessionEnd: { ...place, ended: true },
  });
});
