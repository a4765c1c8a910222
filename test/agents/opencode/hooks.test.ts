import { describe } from "vitest";
import { hooks } from "../../../src/agents/opencode/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

const nativeId = "ses_dd45a1608ffe48ABk622Bgy2wF";
const session = { nativeId, cwd: "/home/dev/project", model: "mock-model" };
const plan =
  "Plan at .opencode/plans/1796028623351-clever-sailor.md is complete. Would you like to switch to the build agent and start implementing?";
const asked = "que_22ba605f7001I1zR9G6duO70sD";

describe("OpenCode's events", () => {
  checkHooks(hooks, "opencode", {
    "plugin-init": null,
    "event-session.created": session,
    "event-session.updated": session,
    "event-session.diff": null,
    "event-message.updated": null,
    "chat.message": { nativeId, status: "working", model: "mock-model" },
    "event-session.status": { nativeId, status: "idle" },
    "event-session.idle": { nativeId, status: "idle" },
    "event-session.error": {
      nativeId: "ses_dd45bb865ffeHLl2c6XmLGWwl0",
      status: "idle",
      lastError: { code: "api_error", text: "mock error 400" },
    },
    "tool.execute.before": null,
    "tool.execute.after": null,
    "event-permission.asked": {
      nativeId,
      status: "waiting",
      ask: { kind: "permission", tool: "bash", text: "touch again.txt" },
      request: { id: "per_22ba5f291001zrLUigPd6HSYc7", open: true },
    },
    "event-permission.asked-edit": {
      nativeId: "ses_dd40d56ebffeU0Q4oey7gGbrSX",
      status: "waiting",
      ask: { kind: "permission", tool: "edit", text: "/home/dev/project/hello.txt" },
      request: { id: "per_22bf3936f001GsnDTOWgTO8Seu", open: true },
    },
    "event-permission.replied": {
      nativeId,
      status: "working",
      request: { id: "per_22ba5f291001zrLUigPd6HSYc7", open: false },
    },
    "event-question.asked": {
      nativeId,
      status: "waiting",
      ask: { kind: "plan", tool: "plan_exit", text: plan },
      request: { id: asked, open: true },
    },
    "event-question.rejected": { nativeId, status: "working", request: { id: asked, open: false } },
  });
});
