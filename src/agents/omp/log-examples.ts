/** Lines of 18.2.3, cut: those that are not as Pi writes them. */
import type { LogEntry, LogExample } from "../_log.ts";

const timestamp = "2026-11-30T08:57:00.185Z";
const AT = Date.parse(timestamp);

function said(message: object, entries: readonly LogEntry[]): LogExample {
  const id = "d72b27bb";
  return {
    line: JSON.stringify({ type: "message", id, parentId: "1b1ebfe7", timestamp, message }),
    entries,
  };
}

function aborted(errorMessage: string, errorId: number, entries: readonly LogEntry[]): LogExample {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
  const stopReason = "aborted";
  return said(
    { role: "assistant", content: [], usage, stopReason, errorMessage, errorId },
    entries,
  );
}

const questions = [{ id: "id_0", question: "Which colour do you want?", header: "Colour" }];
const ask = { kind: "question", tool: "ask" } as const;

export const examples: readonly LogExample[] = [
  // The first line of the file, written over in its place.
  {
    line: '{"type":"title","v":1,"title":"Mock session","source":"auto","updatedAt":"2026-11-30T08:56:16.685Z","pad":"   "}',
    entries: [{ type: "meta", title: "Mock session" }],
  },
  {
    line: '{"type":"title_change","id":"bf62b70a","parentId":"9e65c9f5","timestamp":"2026-11-30T08:56:16.685Z","title":"Mock session","source":"auto"}',
    entries: [{ type: "meta", title: "Mock session" }],
  },
  {
    line: '{"type":"model_change","id":"e76dfcdc","timestamp":"2026-11-30T08:56:04.336Z","model":"router/vendor/model-2","resolvedModelIsFallback":false}',
    entries: [{ type: "meta", model: "vendor/model-2" }],
  },
  {
    line: '{"type":"model_change","id":"e76dfcdd","timestamp":"2026-11-30T08:56:04.336Z","model":"mock/small","role":"smol"}',
    entries: [],
  },
  {
    line: '{"type":"custom","customType":"tool_execution_start","data":{"toolCallId":"call_1","toolName":"bash","startedAt":"2026-11-30T08:57:00.179Z","args":{"command":"touch made.txt"},"intent":"x"},"id":"9fa51c95","parentId":"45e0d3f2","timestamp":"2026-11-30T08:57:00.185Z"}',
    entries: [{ type: "tool", at: AT, id: "call_1", name: "bash", text: "touch made.txt" }],
  },
  // The words follow with the answer.
  {
    line: '{"type":"custom","customType":"tool_execution_start","data":{"toolCallId":"call_2","toolName":"ask","intent":"x"},"id":"1b1ebfe7","timestamp":"2026-11-30T08:57:00.185Z"}',
    entries: [
      { type: "tool", at: AT, id: "call_2", name: "ask", text: null },
      { type: "asks", at: AT, id: "call_2", ask: { ...ask, text: null } },
    ],
  },
  said(
    {
      role: "assistant",
      content: [{ type: "toolCall", id: "call_2", name: "ask", arguments: { i: "x", questions } }],
      stopReason: "toolUse",
    },
    [
      { type: "tool", at: AT, id: "call_2", name: "ask", text: "Which colour do you want?" },
      { type: "asks", at: AT, id: "call_2", ask: { ...ask, text: "Which colour do you want?" } },
    ],
  ),
  said({ role: "user", content: [{ type: "text", text: "slow:8" }], attribution: "user" }, [
    { type: "prompt", at: AT, id: "d72b27bb", text: "slow:8" },
  ]),
  // Nobody has typed these.
  said({ role: "user", content: "Implement the plan.", attribution: "agent" }, [
    { type: "resumed", at: AT },
  ]),
  said({ role: "user", content: "Implement the plan.", attribution: "user", synthetic: true }, [
    { type: "resumed", at: AT },
  ]),
  said({ role: "developer", content: "<system-reminder>…", attribution: "agent" }, [
    { type: "resumed", at: AT },
  ]),
  {
    line: '{"type":"custom_message","customType":"plan-mode-context","content":"<critical>","display":false,"attribution":"agent","timestamp":"2026-11-30T08:57:20.892Z"}',
    entries: [],
  },
  aborted("Interrupted by user", 67112960, [
    { type: "turnEnd", at: AT, outcome: "interrupted", error: null },
  ]),
  // It has proposed a plan: the dialog opens now.
  aborted("__omp.silent_abort__", 33558528, [
    { type: "asks", at: AT, ask: { kind: "plan", tool: null, text: null } },
  ]),
  // A rule of the user's has stopped it, and it answers anew.
  aborted("rule: no-any", 33558528, []),
  said(
    {
      role: "assistant",
      content: [],
      stopReason: "error",
      errorStatus: 400,
      errorId: 400,
      errorMessage:
        "400 mock error 400\nmock error 400 (type=api_error)\nraw-http-request=/home/dev/.omp/logs/http-400-requests/1.json",
    },
    [
      {
        type: "turnEnd",
        at: AT,
        outcome: "failed",
        error: { code: "api_error", text: "400 mock error 400\nmock error 400 (type=api_error)" },
      },
    ],
  ),
  said({ role: "assistant", content: [], stopReason: "error", errorStatus: 429 }, [
    {
      type: "turnEnd",
      at: AT,
      outcome: "failed",
      error: { code: "rate_limit", text: "the request failed" },
    },
  ]),
  {
    line: '{"type":"custom","customType":"session_exit","data":{"reason":"dispose","kind":"normal"},"id":"563cc15b","timestamp":"2026-11-30T08:58:00.484Z"}',
    entries: [],
  },
];
