import type { HookExample } from "../_hook.ts";

const base = { sessionId: "4b913207-2f56-4710-b2d3-0eaccb9ad3bb", cwd: "/home/dev/project" };
const ids = { nativeId: base.sessionId, cwd: base.cwd };
const nothing = { status: null, ask: null, lastPrompt: null, background: null, ended: false };
const notice = (notification_type: string, message: string) => ({
  ...base,
  notification_type,
  message,
});
const planned = (prompt: string) =>
  `[[PLAN]] I want to create an implementation plan. Please:\n1. Analyze the codebase\n\nMy request: ${prompt}`;

/** Of 1.0.102. */
export const examples: readonly HookExample[] = [
  // It may come after the prompt's own event, and must not undo it.
  {
    event: "sessionStart",
    payload: { ...base, source: "new", initialPrompt: planned("slow:12") },
    word: { ...ids, status: null, lastPrompt: "slow:12" },
  },
  {
    event: "userPromptSubmitted",
    payload: { ...base, prompt: planned("plan: My request: two\nlines") },
    word: { ...ids, status: "working", lastPrompt: "plan: My request: two\nlines" },
  },
  {
    event: "userPromptSubmitted",
    payload: { ...base, prompt: "<system_notification>\nAgent has finished" },
    word: { status: "working", lastPrompt: null },
  },
  // A subagent's, under its own id.
  {
    event: "userPromptSubmitted",
    payload: { ...base, agentId: "7cbcd8ec", parentAgentId: base.sessionId, prompt: "slow:4" },
    word: null,
  },
  { event: "agentStop", payload: { ...base, agentId: "7cbcd8ec" }, word: null },
  {
    event: "notification",
    payload: notice("permission_prompt", "Run command: cat <<E\na\nE"),
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: "bash", text: "cat <<E\na\nE" },
    },
  },
  {
    event: "notification",
    payload: notice("permission_prompt", "Edit file: /home/dev/project/hello.txt"),
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: null, text: "/home/dev/project/hello.txt" },
    },
  },
  {
    event: "notification",
    payload: notice("permission_prompt", "Allow access to example.org"),
    word: {
      status: "waiting",
      ask: { kind: "permission", tool: null, text: "Allow access to example.org" },
    },
  },
  {
    event: "notification",
    payload: notice("elicitation_dialog", "Information requested"),
    word: { status: "waiting", ask: { kind: "question", tool: "ask_user", text: null } },
  },
  {
    event: "notification",
    payload: notice("elicitation_dialog", "Which account?"),
    word: { status: "waiting", ask: { kind: "question", tool: null, text: "Which account?" } },
  },
  {
    event: "notification",
    payload: notice("shell_completed", "Shell command has completed"),
    word: { ...ids, ...nothing },
  },
  { event: "notification", payload: notice("agent_idle", "Agent is idle"), word: nothing },
  { event: "postToolUse", payload: { ...base, toolName: "bash" }, word: { status: "working" } },
  {
    event: "postToolUseFailure",
    payload: { ...base, toolName: "bash" },
    word: { status: "working" },
  },
  // Tried again within seconds, though this says the same as one that is final.
  {
    event: "errorOccurred",
    payload: { ...base, recoverable: true, error: { message: "mock error 429" } },
    word: { ...ids, ...nothing },
  },
  {
    event: "agentStop",
    payload: { ...base, transcriptPath: "/s/events.jsonl", stopReason: "end_turn" },
    word: { ...ids, transcript: "/s/events.jsonl", status: "idle" },
  },
  { event: "sessionEnd", payload: { ...base, reason: "user_exit" }, word: { ended: true } },
  // Nobody asks to be told of these.
  {
    event: "preToolUse",
    payload: { ...base, toolName: "exit_plan_mode", toolArgs: { summary: "Write it" } },
    word: { status: "waiting", ask: { kind: "plan", tool: "exit_plan_mode", text: "Write it" } },
  },
  { event: "preToolUse", payload: { ...base, toolName: "bash" }, word: { status: "working" } },
  { event: "subagentStop", payload: base, word: null },
];
