/** Lines of 1.6.0, cut. */
import type { LogEntry, LogExample } from "../_log.ts";

const AT = Date.parse("2026-11-30T08:51:26.950Z");

/** A line of that moment, and what it says. */
function said(message: object, entries: readonly LogEntry[], id = "1ed85682"): LogExample {
  const timestamp = "2026-11-30T08:51:26.950Z";
  const line = JSON.stringify({ type: "message", id, parentId: "422425ec", timestamp, message });
  return { line, entries };
}

const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: 0, totalTokens: 150 };
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
const model: LogEntry = { type: "meta", model: "mock-model" };

export const examples: readonly LogExample[] = [
  {
    line: '{"type":"session","version":3,"id":"01a22ba6-ae42-7489-b79a-425a687fabfd","timestamp":"2026-11-30T08:51:13.603Z","cwd":"/home/dev/project"}',
    entries: [
      { type: "meta", nativeId: "01a22ba6-ae42-7489-b79a-425a687fabfd", cwd: "/home/dev/project" },
    ],
  },
  {
    line: '{"type":"model_change","id":"bbefc75d","parentId":null,"timestamp":"2026-11-30T08:51:13.941Z","provider":"mock","modelId":"mock-model"}',
    entries: [model],
  },
  {
    line: '{"type":"session_info","id":"bd32ccf9","parentId":"1cc77b6f","timestamp":"2026-11-30T14:16:56.000Z","name":"My title"}',
    entries: [{ type: "meta", title: "My title" }],
  },
  said({ role: "user", content: [{ type: "text", text: "slow:8" }] }, [
    { type: "prompt", at: AT, id: "1ed85682", text: "slow:8" },
  ]),
  // As strings, in older ones.
  said({ role: "user", content: "Hello" }, [
    { type: "prompt", at: AT, id: "1ed85682", text: "Hello" },
  ]),
  // What a skill says was typed as its name.
  said(
    {
      role: "user",
      content: [
        {
          type: "text",
          text: '<skill name="review" location="/home/dev/.pi/agent/skills/review/SKILL.md">\nLook at the diff.\n</skill>\n\nonly src',
        },
      ],
    },
    [{ type: "prompt", at: AT, id: "1ed85682", text: "/skill:review only src" }],
  ),
  // Only a picture.
  said({ role: "user", content: [{ type: "image", data: "…", mimeType: "image/png" }] }, []),
  said(
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Let me look." },
        { type: "toolCall", id: "call_1", name: "bash", arguments: { command: "touch made.txt" } },
        { type: "toolCall", id: "call_2", name: "edit", arguments: { path: "a.ts", edits: [] } },
      ],
      model: "mock-model",
      usage,
      stopReason: "toolUse",
    },
    [
      { type: "answer", at: AT, id: "1ed85682", text: "Let me look." },
      { type: "tool", at: AT, id: "call_1", name: "bash", text: "touch made.txt" },
      { type: "tool", at: AT, id: "call_2", name: "edit", text: "a.ts" },
      model,
      { type: "usage", tokens: 150 },
    ],
  ),
  said({ role: "toolResult", toolCallId: "call_1", toolName: "bash", content: [] }, [
    { type: "toolEnd", at: AT, id: "call_1" },
  ]),
  said(
    {
      role: "assistant",
      content: [{ type: "text", text: "done" }],
      model: "mock-model",
      usage,
      stopReason: "stop",
    },
    [
      { type: "answer", at: AT, id: "1ed85682", text: "done" },
      model,
      { type: "usage", tokens: 150 },
      { type: "turnEnd", at: AT, outcome: "done", error: null },
    ],
  ),
  // Cut off: what it had said is an answer, and its zeros are no usage.
  said(
    {
      role: "assistant",
      content: [{ type: "text", text: "word1 word2" }],
      usage: nothing,
      stopReason: "aborted",
      errorMessage: "Operation aborted",
    },
    [
      { type: "answer", at: AT, id: "1ed85682", text: "word1 word2" },
      { type: "turnEnd", at: AT, outcome: "interrupted", error: null },
    ],
  ),
  said(
    {
      role: "assistant",
      content: [],
      usage: nothing,
      stopReason: "error",
      errorMessage: '400: {"type":"api_error","message":"mock error 400","code":400}',
    },
    [
      {
        type: "turnEnd",
        at: AT,
        outcome: "failed",
        error: {
          code: "api_error",
          text: '400: {"type":"api_error","message":"mock error 400","code":400}',
        },
      },
    ],
  ),
  // It tries again: what failed is taken out of the context, milliseconds later.
  {
    line: '{"type":"context_edit","id":"0a36b85c","parentId":"3a130763","timestamp":"2026-11-30T14:16:37.898Z","targetId":"3a130763","replacement":null}',
    entries: [{ type: "resumed", at: Date.parse("2026-11-30T14:16:37.898Z") }],
  },
  // A command of the user's own, the system prompt.
  said({ role: "bashExecution", command: "echo typed", output: "typed\n", exitCode: 0 }, []),
  said({ role: "system", content: "", sections: { preamble: "You are" } }, []),
  { line: '{"type":"thinking_level_change","id":"7b671674","thinkingLevel":"off"}', entries: [] },
];
