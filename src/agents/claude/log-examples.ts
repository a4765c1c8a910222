import type { LogEntry, LogExample } from "../_log.ts";

const AT = Date.parse("2026-11-30T08:37:13.797Z");
const written = { uuid: "5bd44764", timestamp: "2026-11-30T08:37:13.797Z" };
const facts = { cwd: "/home/dev/project", version: "2.1.332", branch: "main" };
const where = { cwd: facts.cwd, version: facts.version, gitBranch: facts.branch };
const meta: LogEntry = { type: "meta", ...facts };
const made: LogEntry = { type: "meta", ...facts, model: "claude-opus-5-5" };
const human = { kind: "human" };
const usage = {
  input_tokens: 3,
  cache_creation_input_tokens: 400,
  cache_read_input_tokens: 12_000,
};

function user(content: unknown, more: object, ...entries: readonly LogEntry[]): LogExample {
  const line = { type: "user", isSidechain: false, message: { role: "user", content } };
  return { line: JSON.stringify({ ...line, ...written, ...more, ...where }), entries };
}

function assistant(message: object, more: object, ...entries: readonly LogEntry[]): LogExample {
  const line = { isSidechain: false, message, type: "assistant", ...written, ...more, ...where };
  return { line: JSON.stringify(line), entries };
}

function model(content: object, stop_reason: string | null, ...entries: readonly LogEntry[]) {
  const message = { role: "assistant", model: "claude-opus-5-5", content: [content], stop_reason };
  return assistant({ ...message, usage }, {}, made, ...entries);
}

const prompt = (text: string): LogEntry => ({ type: "prompt", at: AT, id: "5bd44764", text });
const tokens: LogEntry = { type: "usage", tokens: 12_403 };
const done: LogEntry = { type: "turnEnd", at: AT, outcome: "done", error: null };
const interrupted: LogEntry = { type: "turnEnd", at: AT, outcome: "interrupted", error: null };

export const examples: readonly LogExample[] = [
  user("add a cart test", { origin: human, turnOrigin: "human" }, meta, prompt("add a cart test")),
  // An older version, which does not say who wrote it.
  user("add a cart test", {}, meta, prompt("add a cart test")),
  user([{ type: "text", text: "look" }, { type: "image" }], {}, meta, prompt("look")),
  // A person's own words, whatever they look like.
  user("<system-reminder> why?", { origin: human }, meta, prompt("<system-reminder> why?")),
  user(
    "<command-message>mine</command-message>\n<command-name>/mine</command-name>\n<command-args>with args</command-args>",
    { origin: human, turnOrigin: "human" },
    meta,
    prompt("/mine with args"),
  ),
  // Nobody typed these.
  user("<command-name>/compact</command-name>\n<command-args></command-args>", {}, meta),
  user("<system-reminder>\nThe user named this session", { isMeta: true }, meta),
  user("This session is being continued", { isCompactSummary: true }, meta),
  user("<bash-input>echo hi</bash-input>", { rowSource: "local" }, meta),
  user("<bash-stdout>hi</bash-stdout>", { turnOrigin: "human" }, meta, {
    type: "turnStart",
    at: AT,
  }),
  user(
    '<task-notification>\n<task-id>aee4b3</task-id>\n<status>completed</status>\n<summary>Agent "Look around" finished</summary>',
    { origin: { kind: "task-notification" }, turnOrigin: "task_notification" },
    meta,
    { type: "subagent", at: AT, id: "aee4b3", running: false },
    { type: "turnStart", at: AT },
  ),
  // Older versions write a subagent's lines into the same file.
  user("Another subagent's words", { isSidechain: true }),
  {
    line: JSON.stringify({
      attachment: { type: "queued_command", prompt: "say:steer", origin: human },
      type: "attachment",
      ...written,
    }),
    entries: [prompt("say:steer")],
  },
  model({ type: "thinking", thinking: "hm" }, null, tokens),
  model(
    { type: "text", text: "I'll look.\n" },
    "tool_use",
    { type: "answer", at: AT, id: "5bd44764", text: "I'll look." },
    tokens,
  ),
  model(
    { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } },
    "tool_use",
    { type: "tool", at: AT, id: "t1", name: "Bash", text: "npm test" },
    tokens,
  ),
  model(
    { type: "tool_use", id: "t1", name: "Write", input: { file_path: "a.txt", content: "x" } },
    "tool_use",
    { type: "tool", at: AT, id: "t1", name: "Write", text: "a.txt" },
    tokens,
  ),
  model(
    { type: "tool_use", id: "t2", name: "ExitPlanMode", input: { plan: "# Plan\n" } },
    "tool_use",
    { type: "tool", at: AT, id: "t2", name: "ExitPlanMode", text: "# Plan" },
    {
      type: "asks",
      at: AT,
      id: "t2",
      ask: { kind: "plan", tool: "ExitPlanMode", text: "# Plan" },
    },
    tokens,
  ),
  model(
    {
      type: "tool_use",
      id: "t3",
      name: "AskUserQuestion",
      input: { questions: [{ question: "Which colour?" }, { question: "Which size?" }] },
    },
    "tool_use",
    { type: "tool", at: AT, id: "t3", name: "AskUserQuestion", text: "Which colour?\nWhich size?" },
    {
      type: "asks",
      at: AT,
      id: "t3",
      ask: { kind: "question", tool: "AskUserQuestion", text: "Which colour?\nWhich size?" },
    },
    tokens,
  ),
  model(
    { type: "text", text: "Test added." },
    "end_turn",
    { type: "answer", at: AT, id: "5bd44764", text: "Test added." },
    tokens,
    done,
  ),
  // What a resumed conversation begins with.
  assistant(
    {
      model: "<synthetic>",
      stop_reason: "stop_sequence",
      content: [{ type: "text", text: "No response requested." }],
    },
    { isApiErrorMessage: false },
    meta,
    done,
  ),
  assistant(
    { model: "<synthetic>", content: [{ type: "text", text: "API Error: 400 mock error 400" }] },
    { error: "unknown", isApiErrorMessage: true, apiErrorStatus: 400 },
    meta,
    {
      type: "turnEnd",
      at: AT,
      outcome: "failed",
      error: { code: "api_error", text: "API Error: 400 mock error 400" },
    },
  ),
  assistant(
    { model: "<synthetic>", content: [{ type: "text", text: "You've hit your limit" }] },
    { error: "rate_limit", isApiErrorMessage: true },
    meta,
    {
      type: "turnEnd",
      at: AT,
      outcome: "failed",
      error: { code: "rate_limit", text: "You've hit your limit" },
    },
  ),
  user(
    [{ type: "tool_result", tool_use_id: "t1", is_error: true, content: "The user doesn't want" }],
    { toolUseResult: "User rejected tool use" },
    meta,
    { type: "toolEnd", at: AT, id: "t1" },
  ),
  user(
    [{ type: "text", text: "[Request interrupted by user for tool use]" }],
    {},
    meta,
    interrupted,
  ),
  user("[Request interrupted by user]", {}, meta, interrupted),
  user("[Request interrupted by user]", { origin: human }, meta, {
    ...prompt("[Request interrupted by user]"),
  }),
  user(
    [{ type: "tool_result", tool_use_id: "t4", content: "Async agent launched" }],
    { toolUseResult: { isAsync: true, status: "async_launched", agentId: "aee4b3" } },
    meta,
    { type: "toolEnd", at: AT, id: "t4" },
    { type: "subagent", at: AT, id: "aee4b3", running: true },
  ),
  {
    line: JSON.stringify({ type: "system", subtype: "turn_duration", ...written, ...where }),
    entries: [meta, done],
  },
  {
    line: JSON.stringify({ type: "system", subtype: "stop_hook_summary", ...written, ...where }),
    entries: [meta, done],
  },
  {
    line: JSON.stringify({
      type: "system",
      subtype: "compact_boundary",
      compactMetadata: { trigger: "auto", preTokens: 160_000, postTokens: 3048 },
      ...written,
    }),
    entries: [{ type: "usage", tokens: 3048 }],
  },
  // It tries again by itself: the turn goes on.
  { line: JSON.stringify({ type: "system", subtype: "api_error", ...written }), entries: [] },
  {
    line: '{"type":"custom-title","customTitle":"fancy name","sessionId":"5e0d1ffa"}',
    entries: [{ type: "meta", title: "fancy name" }],
  },
  {
    line: '{"type":"ai-title","aiTitle":"Add a cart test","sessionId":"5e0d1ffa"}',
    entries: [{ type: "meta", title: "Add a cart test" }],
  },
  { line: '{"type":"last-prompt","lastPrompt":"say:hello","leafUuid":"a018"}', entries: [] },
];
