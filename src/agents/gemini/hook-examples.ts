/** Payloads of 0.61.0, cut. */
import type { HookExample, HookWord } from "../_hook.ts";

const nativeId = "1999486f-de0e-4cea-a0c7-fe4933f90a22";
const transcript = "/home/dev/.gemini/tmp/project/chats/session-2026-11-30T08-53-1999486f.jsonl";
const place = { session_id: nativeId, transcript_path: transcript, cwd: "/home/dev/project" };

function told(event: string, fields: object, word: Partial<HookWord> | null): HookExample {
  return { event, payload: { ...place, hook_event_name: event, ...fields }, word };
}

function asks(details: object, ask: HookWord["ask"]): HookExample {
  const notified = { notification_type: "ToolPermission", message: "Tool requires confirmation" };
  return told("Notification", { ...notified, details }, { status: "waiting", ask });
}

export const hookExamples: readonly HookExample[] = [
  told(
    "SessionStart",
    { source: "startup" },
    { status: "idle", nativeId, transcript, cwd: "/home/dev/project" },
  ),
  told(
    "BeforeAgent",
    { prompt: "plan:Write the file" },
    {
      status: "working",
      lastPrompt: "plan:Write the file",
    },
  ),
  told(
    "BeforeTool",
    { tool_name: "run_shell_command", tool_input: { command: "ls" } },
    {
      status: "working",
      ask: null,
    },
  ),
  // Approved without a dialog in some modes.
  told(
    "BeforeTool",
    { tool_name: "exit_plan_mode", tool_input: { plan_filename: "mock.md" } },
    {
      status: "working",
    },
  ),
  told(
    "BeforeTool",
    { tool_name: "ask_user", tool_input: { questions: [{ question: "Which colour?" }] } },
    { status: "waiting", ask: { kind: "question", tool: "ask_user", text: "Which colour?" } },
  ),
  asks(
    { type: "exec", title: "Confirm Shell Command", command: "touch no.txt", rootCommand: "touch" },
    { kind: "permission", tool: "run_shell_command", text: "touch no.txt" },
  ),
  asks(
    { type: "edit", title: "Confirm Write: hello.txt", filePath: "/home/dev/project/hello.txt" },
    { kind: "permission", tool: "write_file", text: "/home/dev/project/hello.txt" },
  ),
  asks(
    { type: "edit", title: "Confirm Edit: a.ts", fileName: "a.ts" },
    { kind: "permission", tool: "replace", text: "a.ts" },
  ),
  asks(
    { type: "mcp", title: "Confirm MCP Tool", serverName: "db", toolName: "query" },
    { kind: "permission", tool: "query", text: "Confirm MCP Tool" },
  ),
  asks(
    { type: "info", title: "Confirm Web Fetch", prompt: "read it", urls: ["http://127.0.0.1/"] },
    { kind: "permission", tool: null, text: "http://127.0.0.1/" },
  ),
  asks({ type: "ask_user", title: "Ask User" }, { kind: "question", tool: "ask_user", text: null }),
  asks(
    { type: "exit_plan_mode", title: "Plan Approval" },
    { kind: "plan", tool: "exit_plan_mode", text: null },
  ),
  // Of a kind that is yet to come.
  asks({ type: "constructor", title: "New" }, { kind: "permission", tool: null, text: "New" }),
  told("Notification", { notification_type: "Other" }, null),
  told("AfterTool", { tool_name: "write_file", tool_input: {} }, { status: "working" }),
  told("AfterAgent", { prompt: "say:hi", prompt_response: "hi " }, { status: "idle" }),
  // A tool's output may be more than whoever wrote it took in.
  { event: "AfterTool", payload: null, word: { status: "working", nativeId: null } },
  // Three times at the exit.
  told("SessionEnd", { reason: "exit" }, { ended: true, status: null, nativeId }),
  // `/clear`: the next SessionStart names another conversation.
  told("SessionEnd", { reason: "clear" }, { ended: true, nativeId }),
];
