import type { HookExample } from "../_hook.ts";

const base = {
  session_id: "56db2aed-4557-4ee1-83e3-fa46e1eec79e",
  transcript_path:
    "/home/dev/.claude/projects/-home-dev-project/56db2aed-4557-4ee1-83e3-fa46e1eec79e.jsonl",
  cwd: "/home/dev/project",
};
const ids = {
  nativeId: base.session_id,
  transcript: base.transcript_path,
  cwd: base.cwd,
};
const notice = (notification_type: string, message: string) => ({
  ...base,
  notification_type,
  message,
});
const nothing = { status: null, ask: null, background: null, ended: false };

/** Of 2.1.332 where nothing else is said. */
export const examples: readonly HookExample[] = [
  {
    event: "SessionStart",
    payload: { ...base, source: "startup", model: "claude-opus-5-5" },
    word: { ...ids, status: "idle", model: "claude-opus-5-5" },
  },
  { event: "SessionStart", payload: { ...base, source: "clear" }, word: { status: "idle" } },
  { event: "SessionStart", payload: { ...base, source: "resume" }, word: { status: "idle" } },
  { event: "SessionStart", payload: { ...base, source: "compact" }, word: { ...ids, ...nothing } },
  {
    event: "UserPromptSubmit",
    payload: { ...base, prompt: "/mine with args" },
    word: { status: "working", lastPrompt: "/mine with args" },
  },
  {
    // What a subagent has brought: a turn that nobody asked for.
    event: "UserPromptSubmit",
    payload: { ...base, prompt: "<task-notification>\n<task-id>a1</task-id>" },
    word: { status: "working", lastPrompt: null },
  },
  {
    event: "PreToolUse",
    payload: { ...base, tool_name: "Bash", tool_input: { command: "touch no.txt" } },
    word: { status: "working", ask: null },
  },
  {
    event: "PermissionRequest",
    payload: {
      ...base,
      tool_name: "mcp__files__write",
      tool_input: { target: "hello.txt" },
    },
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: "mcp__files__write", text: null },
    },
  },
  // A subagent's tools: only what it asks for is seen in the pane.
  {
    event: "PreToolUse",
    payload: { ...base, agent_id: "a1", tool_name: "Bash", tool_input: { command: "touch a" } },
    word: { ...ids, ...nothing },
  },
  {
    event: "PermissionRequest",
    payload: { ...base, agent_id: "a1", tool_name: "Bash", tool_input: { command: "touch a" } },
    word: { status: "waiting", ask: { kind: "permission", tool: "Bash", text: "touch a" } },
  },
  {
    event: "PostToolUse",
    payload: { ...base, agent_id: "a1", tool_name: "Bash" },
    word: { ...ids, ...nothing },
  },
  {
    event: "PostToolUseFailure",
    payload: { ...base, tool_name: "Bash", error: "Exit code 1", is_interrupt: false },
    word: { status: "working" },
  },
  {
    event: "PostToolUseFailure",
    payload: { ...base, tool_name: "Bash", is_interrupt: true },
    word: nothing,
  },
  // A permission and a question in the same words; which it is, the request before has told.
  {
    event: "Notification",
    payload: notice("permission_prompt", "Claude needs your permission"),
    word: { status: "waiting", ask: { kind: "other", tool: null, text: null } },
  },
  // Versions before 2.1.209.
  {
    event: "Notification",
    payload: notice("permission_prompt", "Claude needs your permission to use mcp__db__query-all"),
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: "mcp__db__query-all", text: null },
    },
  },
  {
    event: "Notification",
    payload: notice("permission_prompt", "Claude needs your permission to use AskUserQuestion"),
    word: { status: "waiting", ask: { kind: "question", tool: "AskUserQuestion", text: null } },
  },
  {
    event: "Notification",
    payload: notice("idle_prompt", "Claude is waiting for your input"),
    word: { status: "idle", ask: null, background: null },
  },
  { event: "Notification", payload: notice("auth_success", "Welcome"), word: nothing },
  {
    event: "Stop",
    payload: {
      ...base,
      background_tasks: [
        { id: "a1", type: "subagent", status: "running" },
        { id: "b1", type: "shell", status: "running", command: "sleep 5" },
        { id: "b2", type: "shell", status: "completed" },
      ],
    },
    word: { status: "idle", background: 2 },
  },
  // An older version, which does not say.
  { event: "Stop", payload: base, word: { status: "idle", background: null } },
  {
    event: "StopFailure",
    payload: { ...base, error: "rate_limit", last_assistant_message: "You've hit your limit" },
    word: { status: "idle", lastError: { code: "rate_limit", text: "You've hit your limit" } },
  },
  { event: "SessionEnd", payload: { ...base, reason: "clear" }, word: { ...ids, ended: true } },
  // Nothing that could be read: the event alone is a word.
  { event: "Stop", payload: null, word: { nativeId: null, status: "idle" } },
  { event: "PreCompact", payload: base, word: null },
  { event: "constructor", payload: base, word: null },
];
