import { describe } from "vitest";
import { hooks } from "../../../src/agents/omp/hooks.ts";
import { checkHooks } from "../hook-checks.ts";

const nativeId = "01a22bab-1d9b-745e-a837-45f8308a94a9";
const transcript = `/home/dev/.omp/agent/sessions/-project/2026-11-30T08-56-04-251Z_${nativeId}.jsonl`;
const place = { nativeId, transcript };
const other = "01a22bf2-d44e-7518-9484-45fb859613a5";

describe("omp's events", () => {
  checkHooks(hooks, "omp", {
    session_start: { ...place, status: "idle" },
    input: null,
    agent_start: { ...place, status: "working" },
    turn_start: null,
    message_start: null,
    message_end: null,
    turn_end: null,
    tool_call: null,
    tool_result: null,
    // Of a `write`.
    tool_execution_start: null,
    tool_execution_end: null,
    tool_approval_requested: {
      ...place,
      status: "waiting",
      ask: { kind: "permission", tool: "bash", text: null },
      request: { id: "call_mx319s67000022", open: true },
    },
    "tool_approval_requested-write": {
      nativeId: other,
      transcript: `/home/dev/.omp/agent/sessions/-project/2026-11-30T10-14-24-078Z_${other}.jsonl`,
      status: "waiting",
      ask: { kind: "permission", tool: "write", text: null },
      request: { id: "call_mx342h99000019", open: true },
    },
    tool_approval_resolved: {
      ...place,
      status: "working",
      request: { id: "call_mx319s67000022", open: false },
    },
    session_stop: null,
    // Its list of messages is cut in the recording.
    agent_end: { ...place, status: "idle" },
    session_shutdown: { ...place, ended: true },
  });
});
