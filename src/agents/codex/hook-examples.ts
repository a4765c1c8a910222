import type { HookExample } from "../_hook.ts";

const id = "01a22ba2-c1cf-7752-8cf5-69b02c72e510";
const base = {
  session_id: id,
  transcript_path: `/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T08-46-56-${id}.jsonl`,
  cwd: "/home/dev/project",
  model: "mock-model",
};
const ids = {
  nativeId: id,
  transcript: base.transcript_path,
  cwd: base.cwd,
  model: "mock-model",
};
const nothing = { status: null, ask: null, lastPrompt: null, background: null, ended: false };
const patch = "*** Begin Patch\n*** Add File: a.txt\n+a\n*** Update File: b.txt\n*** End Patch";

/** Of 0.171.0 where nothing else is said. */
export const examples: readonly HookExample[] = [
  { event: "SessionStart", payload: { ...base, source: "startup" }, word: { ...ids, ...nothing } },
  { event: "SessionStart", payload: { ...base, source: "resume" }, word: { ...ids, ...nothing } },
  {
    event: "UserPromptSubmit",
    payload: { ...base, prompt: "say:hello" },
    word: { ...ids, status: "working", lastPrompt: "say:hello" },
  },
  // What a subagent is told: under the name of the conversation that started it.
  {
    event: "UserPromptSubmit",
    payload: { ...base, agent_id: "01a22cce", agent_type: "default", prompt: "slow:4" },
    word: null,
  },
  {
    event: "PreToolUse",
    payload: { ...base, tool_name: "Bash", tool_input: { command: "touch a" } },
    word: { status: "working", ask: null },
  },
  {
    event: "PreToolUse",
    payload: {
      ...base,
      tool_name: "request_user_input",
      tool_input: { questions: [{ question: "Which colour?" }, { question: "Which size?" }] },
    },
    word: {
      status: "waiting",
      ask: { kind: "question", tool: "request_user_input", text: "Which colour?\nWhich size?" },
    },
  },
  {
    event: "PermissionRequest",
    payload: { ...base, tool_name: "apply_patch", tool_input: { command: patch } },
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: "apply_patch", text: "a.txt\nb.txt" },
    },
  },
  {
    event: "PermissionRequest",
    payload: { ...base, agent_id: "01a22cce", tool_name: "Bash", tool_input: { command: "ls" } },
    word: { ...ids, status: "waiting", ask: { kind: "permission", tool: "Bash", text: "ls" } },
  },
  // Older versions.
  {
    event: "PermissionRequest",
    payload: { ...base, tool_name: "shell", tool_input: { command: ["npm", "test"] } },
    word: { status: "waiting", ask: { kind: "permission", tool: "shell", text: "npm test" } },
  },
  { event: "PostToolUse", payload: { ...base, tool_name: "Bash" }, word: { status: "working" } },
  { event: "Stop", payload: { ...base, last_assistant_message: null }, word: { status: "idle" } },
  { event: "Stop", payload: { ...base, agent_id: "01a22cce" }, word: null },
  { event: "SubagentStop", payload: { ...base, agent_id: "01a22cce" }, word: null },
  { event: "SessionEnd", payload: { ...base, reason: "other" }, word: { ...ids, ended: true } },
  // Its `notify` program is told of the hidden turns in which titles are made, too.
  { event: "notify", payload: { type: "agent-turn-complete", "thread-id": id }, word: null },
];
