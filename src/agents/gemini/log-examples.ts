/** Lines of 0.61.0, cut. */
import type { LogEntry, LogExample } from "../_log.ts";

const timestamp = "2026-11-30T08:54:16.178Z";
const AT = Date.parse(timestamp);
const id = "39a916e8";

function said(type: string, rest: object, entries: readonly LogEntry[]): LogExample {
  return { line: JSON.stringify({ id, timestamp, type, ...rest }), entries };
}

const tokens = { input: 100, output: 20, cached: 0, thoughts: 0, tool: 0, total: 120 };
const model = "gemini-2.5-pro";
const facts: readonly LogEntry[] = [
  { type: "meta", model },
  { type: "usage", tokens: 120 },
];
const response = { functionResponse: { id: "call_1", name: "run_shell_command", response: {} } };
const touch = {
  id: "call_1",
  name: "run_shell_command",
  args: { command: "touch no.txt", description: "Mock step" },
  timestamp: "2026-11-30T08:54:19.101Z",
};
const ENDED = Date.parse(touch.timestamp);
const call: readonly LogEntry[] = [
  { type: "tool", at: AT, id: "call_1", name: "run_shell_command", text: "touch no.txt" },
  { type: "toolEnd", at: ENDED, id: "call_1" },
];
const interrupted = { type: "turnEnd", outcome: "interrupted", error: null } as const;

export const examples: readonly LogExample[] = [
  {
    line: '{"sessionId":"1999486f-de0e-4cea-a0c7-fe4933f90a22","projectHash":"1afb","startTime":"2026-11-30T08:53:11.060Z","lastUpdated":"2026-11-30T08:53:11.060Z","kind":"main"}',
    entries: [{ type: "meta", nativeId: "1999486f-de0e-4cea-a0c7-fe4933f90a22" }],
  },
  { line: '{"sessionId":"5a","projectHash":"1afb","kind":"subagent"}', entries: [] },
  { line: '{"$set":{"lastUpdated":"2026-11-30T08:53:22.952Z"}}', entries: [] },
  {
    line: '{"$set":{"summary":"Touches a file","memoryScratchpad":{"version":1}}}',
    entries: [{ type: "meta", title: "Touches a file" }],
  },
  said("user", { content: [{ text: "slow:8" }] }, [{ type: "prompt", at: AT, id, text: "slow:8" }]),
  // What was typed, where the model got more: a file's text.
  said(
    "user",
    {
      content: [{ text: "read @a.ts" }, { text: "--- a.ts" }],
      displayContent: [{ text: "read @a.ts" }],
    },
    [{ type: "prompt", at: AT, id, text: "read @a.ts" }],
  ),
  said(
    "user",
    { content: [{ text: "go on" }, { text: "<hook_context>branch main</hook_context>" }] },
    [{ type: "prompt", at: AT, id, text: "go on" }],
  ),
  // The history anew: the one message that its first two have become.
  said("user", { content: [{ text: "<session_context>\nThis is" }, { text: "slow:8" }] }, [
    { type: "again", at: AT, on: true },
    { type: "prompt", at: AT, id, text: "slow:8" },
  ]),
  {
    line: '{"$set":{"messages":[{"id":"70bd2c38","type":"user"}],"lastUpdated":"2026-11-30T08:54:16.178Z"}}',
    entries: [{ type: "again", at: AT, on: false }],
  },
  said("user", { content: [response] }, []),
  // The model has answered; whether it has called a tool is not said yet.
  said("gemini", { content: "", thoughts: [], tokens, model }, facts),
  said("gemini", { content: "I will look.", thoughts: [], tokens, model }, [
    { type: "answer", at: AT, id, text: "I will look." },
    ...facts,
  ]),
  said("gemini", { content: [{ text: "hm", thought: true }, { text: "done" }], tokens: null }, [
    { type: "answer", at: AT, id, text: "done" },
  ]),
  said("gemini", { content: "", tokens, model, toolCalls: [{ ...touch, status: "success" }] }, [
    ...facts,
    ...call,
  ]),
  // Rejected: the line that says so follows. Interrupted: it came before.
  said("gemini", { content: "", tokens, model, toolCalls: [{ ...touch, status: "cancelled" }] }, [
    ...facts,
    ...call,
    { ...interrupted, at: ENDED },
  ]),
  // One of two: it goes on.
  said(
    "gemini",
    {
      content: "",
      toolCalls: [
        { ...touch, status: "cancelled" },
        { ...touch, status: "success" },
      ],
    },
    [...call, ...call],
  ),
  said("info", { content: "Request cancelled." }, [{ ...interrupted, at: AT }]),
  said("info", { content: "This request failed. Press F12 for diagnostics" }, []),
  said("error", { content: "[API Error: mock error 400]" }, [
    {
      type: "turnEnd",
      at: AT,
      outcome: "failed",
      error: { code: "api_error", text: "mock error 400" },
    },
  ]),
  said(
    "error",
    {
      content:
        "[API Error: You are over it (Status: RESOURCE_EXHAUSTED)]\nPlease wait and try again",
    },
    [
      {
        type: "turnEnd",
        at: AT,
        outcome: "failed",
        error: {
          code: "rate_limit",
          text: "You are over it (Status: RESOURCE_EXHAUSTED)]\nPlease wait and try again",
        },
      },
    ],
  ),
  // A command that went wrong, with no turn.
  said("error", { content: "Unknown command: /nothing" }, []),
];
