import type { LogEntry, LogExample } from "../_log.ts";

const timestamp = "2026-11-30T08:44:27.123Z";
const AT = Date.parse(timestamp);
const ID = "01a22b9f-84c1-7410-902e-1b5597709b25";
const session = { session_id: ID, id: ID, cwd: "/home/dev/project", cli_version: "0.171.0" };
const facts = { nativeId: ID, cwd: "/home/dev/project", version: "0.171.0" };

function line(type: string, payload: object, ...entries: readonly LogEntry[]): LogExample {
  return { line: JSON.stringify({ timestamp, ordinal: 7, type, payload }), entries };
}
const event = (type: string, payload: object, ...entries: readonly LogEntry[]) =>
  line("event_msg", { type, ...payload }, ...entries);
const item = (one: object, ...entries: readonly LogEntry[]) =>
  event("item_completed", { thread_id: ID, item: one }, ...entries);
const response = (type: string, payload: object, ...entries: readonly LogEntry[]) =>
  line("response_item", { type, ...payload }, ...entries);

const failed = (code: "rate_limit" | "api_error", text: string): LogEntry => ({
  type: "turnEnd",
  at: AT,
  outcome: "failed",
  error: { code, text },
});
const tool = (id: string, name: string, text: string | null): LogEntry => ({
  type: "tool",
  at: AT,
  id,
  name,
  text,
});
const prompt = (id: string | null, text: string): LogEntry => ({
  type: "prompt",
  at: AT,
  id,
  text,
});
const answer = (id: string | null, text: string): LogEntry => ({
  type: "answer",
  at: AT,
  id,
  text,
});

/** Of 0.171.0 where nothing else is said. */
export const examples: readonly LogExample[] = [
  line("session_meta", { ...session, thread_source: "user", git: {} }, { type: "meta", ...facts }),
  line(
    "session_meta",
    { ...session, git: { branch: "main" } },
    { type: "meta", ...facts, branch: "main" },
  ),
  // A reviewer's or a subagent's: the same session, a log of its own.
  line(
    "session_meta",
    { ...session, id: "01a22cce", parent_thread_id: ID, thread_source: "subagent" },
    { type: "meta", ...facts, nativeId: "01a22cce", subagentOf: ID },
  ),
  line(
    "session_meta",
    { ...session, thread_source: "subagent" },
    { type: "meta", ...facts, subagentOf: ID },
  ),
  line(
    "turn_context",
    { cwd: "/home/dev/project", model: "mock-model", approval_policy: "on-request" },
    { type: "meta", cwd: "/home/dev/project", model: "mock-model" },
  ),
  event(
    "task_started",
    { turn_id: "01a22ba0", model_context_window: 258_400 },
    { type: "meta", contextLimit: 258_400 },
    { type: "turnStart", at: AT },
  ),
  item(
    { type: "UserMessage", id: "01a22ba1", content: [{ type: "text", text: "slow:8" }] },
    prompt("01a22ba1", "slow:8"),
  ),
  item(
    { type: "AgentMessage", id: "msg_1", content: [{ type: "Text", text: "word1 word2 " }] },
    answer("msg_1", "word1 word2"),
  ),
  item(
    { type: "Plan", id: "p1", text: "# Plan\n\n1. Write\n" },
    answer("p1", "# Plan\n\n1. Write"),
  ),
  item(
    {
      type: "CollabAgentToolCall",
      tool: "spawn_agent",
      status: "completed",
      receiver_thread_ids: ["01a22cce-3b0a"],
    },
    { type: "subagent", at: AT, id: "01a22cce-3b0a", running: true },
  ),
  // It may end seconds after its turn was interrupted.
  item({ type: "CommandExecution", id: "call_1", status: "failed", aggregated_output: "" }),
  response(
    "function_call",
    {
      name: "exec_command",
      arguments: '{"cmd":"touch /tmp/a","sandbox_permissions":"require_escalated"}',
      call_id: "call_1",
    },
    tool("call_1", "exec_command", "touch /tmp/a"),
  ),
  response(
    "function_call_output",
    { call_id: "call_1", output: "aborted by user" },
    {
      type: "toolEnd",
      at: AT,
      id: "call_1",
    },
  ),
  response(
    "function_call",
    {
      name: "request_user_input",
      arguments: '{"questions":[{"id":"id_0","header":"Colour","question":"Which colour?"}]}',
      call_id: "call_2",
    },
    tool("call_2", "request_user_input", "Which colour?"),
    {
      type: "asks",
      at: AT,
      id: "call_2",
      ask: { kind: "question", tool: "request_user_input", text: "Which colour?" },
    },
  ),
  response(
    "custom_tool_call",
    {
      name: "apply_patch",
      input: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n+x\n*** End Patch",
      call_id: "call_4",
    },
    tool("call_4", "apply_patch", "src/a.ts"),
  ),
  response(
    "custom_tool_call_output",
    { call_id: "call_4", output: "Done!" },
    {
      type: "toolEnd",
      at: AT,
      id: "call_4",
    },
  ),
  // What the model reads in the user's name; what a person typed is told of as an item.
  response("message", {
    role: "user",
    content: [{ type: "input_text", text: "<environment_context>\n  <cwd>/home/dev</cwd>" }],
  }),
  response("message", { role: "user", content: [{ type: "input_text", text: "slow:8" }] }),
  response(
    "message",
    {
      role: "user",
      content: [
        {
          type: "input_text",
          text: '<subagent_notification>\n{"agent_path":"01a22cce-3b0a","status":{"completed":"done"}}\n</subagent_notification>',
        },
      ],
    },
    { type: "subagent", at: AT, id: "01a22cce-3b0a", running: false },
  ),
  event(
    "token_count",
    { info: { last_token_usage: { total_tokens: 7487 }, model_context_window: 258_400 } },
    { type: "meta", contextLimit: 258_400 },
    { type: "usage", tokens: 7487 },
  ),
  event("token_count", { info: null, rate_limits: { primary: null } }),
  event(
    "task_complete",
    { turn_id: "01a22ba0", last_agent_message: "done" },
    { type: "turnEnd", at: AT, outcome: "done", error: null },
  ),
  event(
    "turn_aborted",
    { turn_id: "01a22ba0", reason: "interrupted" },
    { type: "turnEnd", at: AT, outcome: "interrupted", error: null },
  ),
  event(
    "task_complete",
    {
      last_agent_message: null,
      error: {
        message: '{"type":"error","error":{"type":"api_error","message":"mock error 400"}}',
        codex_error_info: "other",
      },
    },
    failed("api_error", "mock error 400"),
  ),
  event(
    "task_complete",
    {
      error: {
        message: "exceeded retry limit, last status: 429 Too Many Requests",
        codex_error_info: { response_too_many_failed_attempts: { http_status_code: 429 } },
      },
    },
    failed("rate_limit", "exceeded retry limit, last status: 429 Too Many Requests"),
  ),
  event(
    "task_complete",
    {
      error: { message: "You've hit your usage limit.", codex_error_info: "usage_limit_exceeded" },
    },
    failed("rate_limit", "You've hit your usage limit."),
  ),
  // Versions before items.
  event("user_message", { message: "list todos", images: [] }, prompt(null, "list todos")),
  event("user_message", { message: "<user_instructions>\nBe brief.", kind: "user_instructions" }),
  event("agent_message", { message: "Two todos." }, answer(null, "Two todos.")),
];
