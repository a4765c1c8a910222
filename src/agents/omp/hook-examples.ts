/** Events of 18.2.3, cut. */
import type { HookExample, HookWord } from "../_hook.ts";

const nativeId = "01a22bab-1d9b-745e-a837-45f8308a94a9";
const sessionFile = `/home/dev/.omp/agent/sessions/-project/2026-11-30T08-56-04-251Z_${nativeId}.jsonl`;

function told(event: object, word: Partial<HookWord> | null): HookExample {
  const { type } = event as { type: string };
  return { event: type, payload: { event, sessionFile, idle: false, pid: 19066 }, word };
}

const answer = { role: "assistant", content: [], stopReason: "stop" };
const questions = [{ question: "Which colour?" }, { question: "And which size?" }];
const approval = { sessionId: nativeId, toolName: "bash", toolCallId: "call_1" };

export const hookExamples: readonly HookExample[] = [
  told({ type: "session_start" }, { status: "idle", nativeId, transcript: sessionFile }),
  // `/new`, `/resume`: no shutdown and no start. What the session's file names is the new one.
  told(
    { type: "session_switch", reason: "new", previousSessionFile: "/x" },
    { status: "idle", nativeId },
  ),
  // `/branch`; its name in the program that omp began as.
  told({ type: "session_branch", previousSessionFile: "/x" }, { status: "idle", nativeId }),
  told({ type: "session_fork", previousSessionFile: "/x" }, { status: "idle", nativeId }),
  // Another leaf of the same conversation.
  told({ type: "session_tree", newLeafId: "a" }, null),
  // Commands come this way too.
  told({ type: "input", text: "/exit", source: "interactive" }, null),
  told(
    { type: "before_agent_start", prompt: "say:hello there" },
    { status: "working", lastPrompt: "say:hello there" },
  ),
  told({ type: "agent_start" }, { status: "working" }),
  told(
    { type: "tool_execution_start", toolCallId: "call_2", toolName: "ask", args: { questions } },
    { status: "waiting", ask: { kind: "question", tool: "ask", text: "Which colour? (+1 more)" } },
  ),
  told({ type: "tool_execution_start", toolCallId: "call_1", toolName: "bash" }, null),
  told(
    { type: "tool_execution_end", toolCallId: "call_2", toolName: "ask" },
    { status: "working" },
  ),
  told({ type: "tool_execution_end", toolCallId: "call_1", toolName: "bash" }, null),
  told(
    { type: "tool_approval_requested", ...approval, approvalMode: "always-ask" },
    {
      status: "waiting",
      ask: { kind: "permission", tool: "bash", text: null },
      request: { id: "call_1", open: true },
    },
  ),
  told(
    { type: "tool_approval_resolved", ...approval, approved: false, reason: "denied by user" },
    { status: "working", ask: null, request: { id: "call_1", open: false } },
  ),
  told({ type: "agent_end", messages: [answer] }, { status: "idle", lastError: null }),
  // A retry, a reminder: it starts again at once.
  told({ type: "agent_end", messages: [answer], willContinue: true }, { status: "working" }),
  told(
    {
      type: "agent_end",
      messages: [{ ...answer, stopReason: "aborted", errorMessage: "Interrupted by user" }],
    },
    { status: "idle", lastError: null },
  ),
  // The turn is over, and the plan it has made is shown.
  told(
    {
      type: "agent_end",
      messages: [{ ...answer, stopReason: "aborted", errorMessage: "__omp.silent_abort__" }],
    },
    { status: "waiting", ask: { kind: "plan", tool: null, text: null } },
  ),
  told(
    {
      type: "agent_end",
      messages: [{ ...answer, stopReason: "error", errorMessage: "429 slow down" }],
    },
    { status: "idle", lastError: { code: "rate_limit", text: "429 slow down" } },
  ),
  // An earlier turn's failure is none of this one's.
  told(
    { type: "agent_end", messages: [{ ...answer, stopReason: "error" }, answer] },
    { status: "idle", lastError: null },
  ),
  { event: "agent_end", payload: null, word: { status: "idle", nativeId: null } },
  told({ type: "session_stop", turn_id: 0 }, null),
  told({ type: "session_shutdown" }, { ended: true, status: null }),
];
