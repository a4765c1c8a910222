import { describe } from "vitest";
import { hooks } from "../../../src/agents/pi/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

const nativeId = "01a22ba6-ae42-7489-b79a-425a687fabfd";
const transcript = `/home/dev/.pi/agent/sessions/--home-dev-project--/2026-11-30T08-51-13-603Z_${nativeId}.jsonl`;
const place = { nativeId, transcript };

describe("Pi's events", () => {
  checkHooks(hooks, "pi", {
    session_start: { ...place, status: "idle" },
    // What it holds may still be a command, or be changed: `before_agent_start` has it as it is sent.
    input: null,
    agent_start: { ...place, status: "working" },
    turn_start: null,
    message_start: null,
    message_end: null,
    tool_execution_start: null,
    tool_call: null,
    tool_result: null,
    tool_execution_end: null,
    turn_end: null,
    ui_prompt_start: {
      ...place,
      status: "waiting",
      ask: { kind: "question", tool: null, text: "Which colour do you want?" },
    },
    ui_prompt_end: { ...place, status: "working" },
    agent_end: {
      ...place,
      lastError: {
        code: "api_error",
        text: '400: {"type":"api_error","message":"mock error 400","code":400}',
      },
    },
    agent_before_settle: null,
    agent_settled: { ...place, status: "idle" },
    session_shutdown: { ...place, ended: true },
  });
});
