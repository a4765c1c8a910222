/** Events of 1.18.33, cut. */
import type { HookExample, HookWord } from "../_hook.ts";

const sessionID = "ses_dd45a1608ffe48ABk622Bgy2wF";

function told(type: string, properties: object, word: Partial<HookWord> | null): HookExample {
  return {
    event: type,
    payload: { id: "evt_1", type, properties: { sessionID, ...properties } },
    word,
  };
}

const failed = (name: string, data: object) => ({ error: { name, data } });
const colour = { question: "Which colour", header: "Colour", options: [{ label: "Red" }] };
const plan = {
  question: "Plan at .opencode/plans/1-clever-sailor.md is complete. Would you like to switch?",
  header: "Build Agent",
  custom: false,
};
const bash = { permission: "bash", patterns: ["touch again.txt"] };
const asks = (text: string | null, tool = "bash"): HookWord["ask"] => ({
  kind: "permission",
  tool,
  text,
});

export const hookExamples: readonly HookExample[] = [
  told(
    "session.created",
    {
      info: {
        id: sessionID,
        directory: "/home/dev/project",
        title: "New session",
        model: { id: "mock-model", providerID: "mock" },
      },
    },
    { nativeId: sessionID, cwd: "/home/dev/project", model: "mock-model", status: null },
  ),
  // A subagent's.
  told(
    "session.created",
    { info: { id: "ses_2", parentID: sessionID, directory: "/home/dev/project" } },
    { nativeId: "ses_2", parent: sessionID, status: null },
  ),
  // A new title in the middle of a wait changes nothing of it.
  told("session.updated", { info: { id: sessionID, title: "Mock" } }, { status: null, ask: null }),
  told("session.status", { status: { type: "busy" } }, { status: null, nativeId: sessionID }),
  told(
    "session.status",
    { status: { type: "retry", attempt: 1, message: "mock error 429", next: 1796048718116 } },
    { status: "working", lastError: null },
  ),
  told("session.status", { status: { type: "idle" } }, { status: "idle" }),
  told("session.status", { status: { type: "new" } }, null),
  told("session.idle", {}, { status: "idle" }),
  told("session.error", failed("MessageAbortedError", { message: "Aborted" }), {
    status: "idle",
    lastError: null,
  }),
  told("session.error", failed("APIError", { message: "mock error 400", statusCode: 400 }), {
    status: "idle",
    lastError: { code: "api_error", text: "mock error 400" },
  }),
  told("session.error", failed("APIError", { message: "slow down", statusCode: 429 }), {
    lastError: { code: "rate_limit", text: "slow down" },
  }),
  told("session.error", failed("MessageOutputLengthError", {}), {
    lastError: { code: "agent_error", text: "MessageOutputLengthError" },
  }),
  told(
    "permission.asked",
    { id: "per_1", ...bash, metadata: { command: "touch again.txt" } },
    { status: "waiting", ask: asks("touch again.txt"), request: { id: "per_1", open: true } },
  ),
  told(
    "permission.asked",
    {
      id: "per_2",
      permission: "edit",
      patterns: ["a.ts"],
      metadata: { filepath: "/a.ts", diff: "+" },
    },
    { ask: asks("/a.ts", "edit") },
  ),
  told(
    "permission.asked",
    { ...bash, metadata: { description: "Makes a file" } },
    {
      ask: asks("Makes a file"),
    },
  ),
  told("permission.asked", { ...bash, metadata: { path: "/srv" } }, { ask: asks("/srv") }),
  told("permission.asked", bash, { ask: asks("touch again.txt") }),
  told("permission.asked", { permission: "doom_loop" }, { ask: asks("doom_loop", "doom_loop") }),
  told(
    "permission.replied",
    { requestID: "per_1", reply: "once" },
    {
      status: "working",
      request: { id: "per_1", open: false },
    },
  ),
  told(
    "question.asked",
    { id: "que_1", questions: [colour] },
    {
      status: "waiting",
      ask: { kind: "question", tool: "question", text: "Which colour" },
      request: { id: "que_1", open: true },
    },
  ),
  told(
    "question.asked",
    { questions: [colour, colour, colour] },
    {
      ask: { kind: "question", tool: "question", text: "Which colour (+2 more)" },
    },
  ),
  told(
    "question.asked",
    { questions: [{ header: "Colour" }] },
    {
      ask: { kind: "question", tool: "question", text: "Colour" },
    },
  ),
  told(
    "question.asked",
    { questions: [plan] },
    {
      status: "waiting",
      ask: { kind: "plan", tool: "plan_exit", text: plan.question },
    },
  ),
  told(
    "question.replied",
    { requestID: "que_1", answers: [["Red"]] },
    {
      status: "working",
      request: { id: "que_1", open: false },
    },
  ),
  told("question.rejected", { requestID: "que_1" }, { status: "working" }),
  told("session.deleted", { info: { id: sessionID } }, { nativeId: sessionID, ended: true }),
  {
    event: "chat.message",
    payload: {
      i: { sessionID, agent: "build", model: { providerID: "mock", modelID: "mock-model" } },
      o: {
        parts: [
          { type: "text", text: "read a.ts" },
          { type: "text", text: "Called the Read tool", synthetic: true },
        ],
      },
    },
    word: { nativeId: sessionID, status: "working", lastPrompt: "read a.ts", model: "mock-model" },
  },
  told("session.compacted", {}, null),
  { event: "permission.asked", payload: null, word: { status: "waiting", nativeId: null } },
];
