/** Events of 1.6.0, cut. */
import type { HookExample, HookWord } from "../_hook.ts";

const id = "01a22ba6-ae42-7489-b79a-425a687fabfd";
const sessionFile = `/home/dev/.pi/agent/sessions/--home-dev-project--/2026-11-30T08-51-13-603Z_${id}.jsonl`;

function told(event: object, word: Partial<HookWord> | null, idle = false): HookExample {
  const { type } = event as { type: string };
  return { event: type, payload: { event, sessionFile, idle, hasUI: true, pid: 12405 }, word };
}

const select = { type: "ui_prompt_start", reason: "ui_prompt", kind: "select" };
const failed = {
  role: "assistant",
  content: [],
  stopReason: "error",
  errorMessage: '429: {"type":"api_error","message":"mock error 429","code":429}',
};

export const hookExamples: readonly HookExample[] = [
  told(
    { type: "session_start", reason: "startup" },
    { status: "idle", nativeId: id, transcript: sessionFile },
    true,
  ),
  told(
    { type: "before_agent_start", messageType: "user", prompt: "say:hello there" },
    { status: "working", lastPrompt: "say:hello there" },
  ),
  told(
    { type: "before_agent_start", messageType: "custom", prompt: "Review the diff." },
    { status: "working", lastPrompt: null },
  ),
  told({ type: "agent_start" }, { status: "working" }),
  told(
    { ...select, title: "Which colour do you want?" },
    { status: "waiting", ask: { kind: "question", tool: null, text: "Which colour do you want?" } },
  ),
  told(
    { ...select, title: "Allow this command?\n\n  touch one.txt" },
    { status: "waiting", ask: { kind: "permission", tool: "bash", text: "touch one.txt" } },
  ),
  told(
    { ...select, title: "Allow this write?\n\n  hello.txt" },
    { status: "waiting", ask: { kind: "permission", tool: "write", text: "hello.txt" } },
  ),
  // It need not have a title.
  told(
    { ...select, kind: "custom" },
    { status: "waiting", ask: { kind: "question", tool: null, text: null } },
  ),
  // The user has opened it, by a command of an extension.
  told(
    { ...select, title: "Pick a preset" },
    { status: "waiting", ask: { kind: "other", tool: null, text: "Pick a preset" } },
    true,
  ),
  told({ ...select, type: "ui_prompt_end" }, { status: "working", ask: null }),
  told({ ...select, type: "ui_prompt_end" }, { status: "idle", ask: null }, true),
  // It tries again in a moment; and a turn that is over says so by `agent_settled`.
  told(
    { type: "agent_end", messages: [{ role: "user" }, failed] },
    {
      status: null,
      lastError: {
        code: "rate_limit",
        text: '429: {"type":"api_error","message":"mock error 429","code":429}',
      },
    },
  ),
  told(
    { type: "agent_end", messages: [failed, { role: "assistant", stopReason: "stop" }] },
    { status: null, lastError: null },
  ),
  told({ type: "agent_settled", aborted: false }, { status: "idle" }, true),
  told({ type: "session_shutdown", reason: "quit" }, { ended: true, status: null }, true),
  // `/new`, `/resume`, `/reload` and forks end it and start another.
  told({ type: "session_shutdown", reason: "new" }, { ended: true }, true),
  told({ type: "turn_end", turnIndex: 0 }, null),
  // Cut off by whoever wrote it: the name alone tells.
  { event: "agent_settled", payload: null, word: { status: "idle", nativeId: null } },
];
