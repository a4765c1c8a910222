/** Rows of 1.18.33 as `database.ts` asks for them, cut. */
import type { LogEntry, LogExample } from "../_log.ts";

const START = 1796028528970;
const END = 1796028540660;

function row(
  table: string,
  rest: object,
  data: object | null,
  entries: readonly LogEntry[],
): LogExample {
  const all = { table, id: `${table}_1`, ...rest, created: START, updated: END };
  return { line: JSON.stringify({ ...all, data: data && JSON.stringify(data) }), entries };
}

const part = (role: string, data: object, entries: readonly LogEntry[]) =>
  row("part", { role, mode: "build" }, data, entries);

const message = (data: object, entries: readonly LogEntry[], mode = "build") =>
  row("message", { role: "assistant", mode }, { role: "assistant", ...data }, entries);

function tool(name: string, state: object, entries: readonly LogEntry[]): LogExample {
  return part("assistant", { type: "tool", tool: name, callID: "call_1", state }, entries);
}

const running = { status: "running", time: { start: START } };
const completed = { status: "completed", time: { start: START, end: END } };
const failed = { status: "error", time: { start: START, end: END } };
const bash = { input: { command: "touch made.txt" } };
const called = (name: string, text: string | null): LogEntry => ({
  type: "tool",
  at: START,
  id: "call_1",
  name,
  text,
});
const toolEnd: LogEntry = { type: "toolEnd", at: END, id: "call_1" };
const end = { type: "turnEnd", at: END, outcome: "done", error: null } as const;
const interrupted: LogEntry = { ...end, outcome: "interrupted" };
const time = { created: START, completed: END };
const tokens = { input: 70, output: 20, reasoning: 0, cache: { write: 0, read: 30 } };
const questions = [{ question: "Which colour", header: "Colour" }];
const task = { description: "look around", prompt: "Look.", subagent_type: "general" };
const child = { sessionId: "ses_2", parentSessionId: "ses_1" };

export const examples: readonly LogExample[] = [
  row(
    "session",
    {
      parent_id: null,
      directory: "/home/dev/project",
      title: "Mock session",
      version: "1.18.33",
      model: '{"id":"mock-model","providerID":"mock"}',
    },
    null,
    [
      {
        type: "meta",
        nativeId: "session_1",
        cwd: "/home/dev/project",
        version: "1.18.33",
        model: "mock-model",
        title: "Mock session",
      },
    ],
  ),
  row("session", { title: "New session - 2026-11-30T08:50:23.351Z", model: null }, null, [
    { type: "meta", nativeId: "session_1" },
  ]),
  row("session", { parent_id: "ses_1", title: "look around (@general subagent)" }, null, []),
  part("user", { type: "text", text: "slow:8" }, [
    { type: "prompt", at: START, id: "part_1", text: "slow:8" },
  ]),
  part("user", { type: "text", text: "Called the Read tool", synthetic: true }, []),
  part("user", { type: "text", text: "not for the model", ignored: true }, []),
  part("assistant", { type: "text", text: "done", time: { start: START, end: END } }, [
    { type: "answer", at: END, id: "part_1", text: "done" },
  ]),
  part("assistant", { type: "reasoning", text: "hm" }, []),
  tool("bash", { ...bash, status: "pending" }, []),
  // A permission may be waited for all the while.
  tool("bash", { ...bash, ...running }, [called("bash", "touch made.txt")]),
  tool("bash", { ...bash, ...completed }, [called("bash", "touch made.txt"), toolEnd]),
  tool("edit", { ...failed, input: { filePath: "/a.ts" }, error: "no such file" }, [
    called("edit", "/a.ts"),
    toolEnd,
  ]),
  tool(
    "bash",
    { ...bash, ...failed, error: "The user rejected permission to use this specific tool call." },
    [called("bash", "touch made.txt"), toolEnd, interrupted],
  ),
  // With a reason, it goes on.
  tool(
    "bash",
    {
      ...bash,
      ...failed,
      error:
        "The user rejected permission to use this specific tool call with the following feedback: no",
    },
    [called("bash", "touch made.txt"), toolEnd],
  ),
  tool("question", { ...running, input: { questions } }, [
    called("question", "Which colour"),
    {
      type: "asks",
      at: START,
      id: "call_1",
      ask: { kind: "question", tool: "question", text: "Which colour" },
    },
  ]),
  tool("question", { ...failed, input: { questions }, error: "The user dismissed this question" }, [
    called("question", "Which colour"),
    toolEnd,
    interrupted,
  ]),
  tool("plan_exit", { ...running, input: {} }, [
    called("plan_exit", null),
    { type: "asks", at: START, id: "call_1", ask: { kind: "plan", tool: "plan_exit", text: null } },
  ]),
  tool("plan_exit", { ...completed, input: {} }, [called("plan_exit", null), toolEnd]),
  tool("task", { ...running, input: task, metadata: child }, [
    called("task", "look around"),
    { type: "subagent", at: START, id: "ses_2", running: true },
  ]),
  tool("task", { ...completed, input: task, metadata: child }, [
    called("task", "look around"),
    { type: "subagent", at: END, id: "ses_2", running: false },
    toolEnd,
  ]),
  // It answers still.
  message({ modelID: "mock-model", time: { created: START } }, [
    { type: "meta", model: "mock-model" },
  ]),
  message({ tokens, time, finish: "stop" }, [{ type: "usage", tokens: 120 }, end]),
  message({ tokens: { total: 130, ...tokens }, time, finish: "tool-calls" }, [
    { type: "usage", tokens: 130 },
  ]),
  message({ time, error: { name: "MessageAbortedError", data: { message: "Aborted" } } }, [
    interrupted,
  ]),
  // Stopped between two tries.
  message({ time }, [interrupted]),
  message(
    { time, error: { name: "APIError", data: { message: "mock error 400", statusCode: 400 } } },
    [{ ...end, outcome: "failed", error: { code: "api_error", text: "mock error 400" } }],
  ),
  message({ time, error: { name: "UnknownError", data: {} } }, [
    { ...end, outcome: "failed", error: { code: "agent_error", text: "UnknownError" } },
  ]),
  message({ tokens, time, finish: "stop" }, [], "compaction"),
];
