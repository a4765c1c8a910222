import type { LogEntry, LogExample } from "../_log.ts";

const timestamp = "2026-11-30T08:58:53.195Z";
const AT = Date.parse(timestamp);
const ID = "5070d935-2b7e-446d-bbc9-b85f904c831d";
const AGENT = "7cbcd8ec-2b8e-4638-9c17-4d848389787c";

function line(type: string, data: object, ...entries: readonly LogEntry[]): LogExample {
  return {
    line: JSON.stringify({ type, data, id: "ad771044", timestamp, parentId: null }),
    entries,
  };
}

/** As a subagent writes it: its id stands beside the type. */
function ofAgent(type: string, data: object, ...entries: readonly LogEntry[]): LogExample {
  return {
    line: JSON.stringify({ type, data, id: "ad771044", timestamp, agentId: AGENT }),
    entries,
  };
}

const done: LogEntry = { type: "turnEnd", at: AT, outcome: "done", error: null };
const failed = (code: "rate_limit" | "api_error" | "agent_error", text: string): LogEntry => ({
  type: "turnEnd",
  at: AT,
  outcome: "failed",
  error: { code, text },
});
const asks = (
  id: string,
  kind: "permission" | "question" | "plan",
  tool: string | null,
  text: string | null,
): LogEntry => ({ type: "asks", at: AT, id, ask: { kind, tool, text } });
const tool = (id: string, name: string, text: string): LogEntry => ({
  type: "tool",
  at: AT,
  id,
  name,
  text,
});

/** Of 1.0.102. */
export const examples: readonly LogExample[] = [
  line(
    "session.start",
    {
      sessionId: ID,
      copilotVersion: "1.0.102",
      selectedModel: "mock-model",
      context: { cwd: "/home/dev/project", gitRoot: "/home/dev/project", branch: "main" },
    },
    { type: "meta", nativeId: ID, version: "1.0.102" },
    { type: "meta", model: "mock-model", cwd: "/home/dev/project", branch: "main" },
  ),
  line(
    "session.resume",
    { eventCount: 12, context: { cwd: "/home/dev/project", branch: "main" } },
    { type: "meta", cwd: "/home/dev/project", branch: "main" },
  ),
  line(
    "session.context_changed",
    { cwd: "/home/dev/other", branch: "dev" },
    { type: "meta", cwd: "/home/dev/other", branch: "dev" },
  ),
  line("session.model_change", { newModel: "gpt-9" }, { type: "meta", model: "gpt-9" }),
  ofAgent("session.model_change", { source: "agent", newModel: "small" }),
  line("session.title_changed", { title: "Run it" }, { type: "meta", title: "Run it" }),
  line(
    "user.message",
    {
      content: "run build",
      transformedContent: "<current_datetime>2026-11-30</current_datetime>\n\nrun build",
      messageId: "m1",
      delivery: "steering",
    },
    { type: "prompt", at: AT, id: "m1", text: "run build" },
  ),
  ofAgent("user.message", { content: "slow:4", source: `agent-${ID}`, messageId: "m2" }),
  line("user.message", { content: "Follow this skill", source: "skill-x", messageId: "m3" }),
  line("assistant.turn_start", { turnId: "0" }, { type: "turnStart", at: AT }),
  line(
    "assistant.message",
    {
      messageId: "m4",
      model: "mock-model",
      content: "I'll look.",
      toolRequests: [{ name: "bash" }],
    },
    { type: "meta", model: "mock-model" },
    { type: "answer", at: AT, id: "m4", text: "I'll look." },
  ),
  line(
    "assistant.message",
    { messageId: "m5", content: "Built. ", toolRequests: [] },
    { type: "answer", at: AT, id: "m5", text: "Built." },
    done,
  ),
  ofAgent("assistant.message", { messageId: "m6", content: "word1", toolRequests: [] }),
  line("assistant.message", { content: "word1", toolRequests: [], parentToolCallId: "c1" }),
  // The end of a step: another may begin a millisecond later.
  line("assistant.turn_end", { turnId: "0" }),
  line(
    "tool.execution_start",
    { toolCallId: "c1", toolName: "bash", arguments: { command: "make", description: "Build" } },
    tool("c1", "bash", "make"),
  ),
  line(
    "tool.execution_start",
    { toolCallId: "c2", toolName: "ask_user", arguments: { message: "Which colour" } },
    tool("c2", "ask_user", "Which colour"),
    asks("c2", "question", "ask_user", "Which colour"),
  ),
  line(
    "tool.execution_start",
    { toolCallId: "c3", toolName: "exit_plan_mode", arguments: { summary: "Write it" } },
    tool("c3", "exit_plan_mode", "Write it"),
    asks("c3", "plan", "exit_plan_mode", "Write it"),
  ),
  line(
    "permission.requested",
    {
      requestId: "r1",
      permissionRequest: { kind: "shell", toolCallId: "c1", fullCommandText: "make" },
    },
    asks("c1", "permission", "bash", "make"),
  ),
  line(
    "permission.requested",
    {
      permissionRequest: {
        kind: "write",
        toolCallId: "c4",
        intention: "Create file",
        fileName: "/home/dev/project/hello.txt",
      },
    },
    asks("c4", "permission", null, "/home/dev/project/hello.txt"),
  ),
  ofAgent(
    "permission.requested",
    { permissionRequest: { kind: "url", toolCallId: "c5", url: "https://example.org" } },
    asks("c5", "permission", null, "https://example.org"),
  ),
  line("permission.requested", { resolvedByHook: true, permissionRequest: { kind: "shell" } }),
  line(
    "permission.completed",
    { requestId: "r1", toolCallId: "c1", result: { kind: "approved" } },
    { type: "answered", at: AT, id: "c1" },
  ),
  line(
    "human_response.recorded",
    { toolCallId: "c3", response: { responseKind: "exit_plan_mode", approved: false } },
    { type: "answered", at: AT, id: "c3" },
  ),
  line(
    "tool.execution_complete",
    { toolCallId: "c1", success: true },
    { type: "toolEnd", at: AT, id: "c1" },
  ),
  line("tool.execution_complete", { toolCallId: "c6", isUserRequested: true, success: true }),
  line(
    "session.usage_record",
    { usage: { inputTokens: 12_000, outputTokens: 20, maxPromptTokens: 128_000 } },
    { type: "meta", contextLimit: 128_000 },
    { type: "usage", tokens: 12_020 },
  ),
  line(
    "session.compaction_complete",
    { success: true, preCompactionTokens: 13_867, postCompactionTokens: 12_501 },
    { type: "usage", tokens: 12_501 },
  ),
  ofAgent(
    "subagent.started",
    { toolCallId: "c7", executionMode: "background" },
    {
      type: "subagent",
      at: AT,
      id: AGENT,
      running: true,
    },
  ),
  ofAgent(
    "subagent.completed",
    { toolCallId: "c7", totalTokens: 120 },
    {
      type: "subagent",
      at: AT,
      id: AGENT,
      running: false,
    },
  ),
  line("hook.start", { hookType: "agentStop", input: { stopReason: "end_turn" } }, done),
  line("hook.start", { hookType: "agentStop", input: { agentId: AGENT } }),
  line("session.task_complete", { summary: "Built." }, done),
  line(
    "abort",
    { reason: "user_initiated" },
    {
      type: "turnEnd",
      at: AT,
      outcome: "interrupted",
      error: null,
    },
  ),
  line(
    "session.error",
    { errorType: "query", message: "400 mock error 400", statusCode: 400 },
    failed("api_error", "400 mock error 400"),
  ),
  line(
    "session.error",
    { errorType: "rate_limit", message: "Slow down" },
    failed("rate_limit", "Slow down"),
  ),
  line("session.error", { errorType: "context_limit" }, failed("agent_error", "context_limit")),
  line("session.shutdown", { shutdownType: "routine" }, done),
  line("system.message", { role: "system", content: "You are the GitHub Copilot CLI" }),
];
