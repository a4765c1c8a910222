import type { LastError } from "../../core/types.ts";
import { count, fields, known, list, moment, own, parse, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogRules } from "../_log.ts";
import { examples } from "./log-examples.ts";
import { questionOf, toolText } from "./tools.ts";

type Reader = (payload: Fields, at: number | null) => readonly LogEntry[];

/** What Codex itself writes in the user's name. */
const INJECTED =
  /^\s*<(?:environment_context|user_instructions|user_shell_command|turn_aborted|subagent_notification)\b/;

/** `event_msg`. A command's own end is left out: it comes seconds after its turn was interrupted. */
const EVENTS: Record<string, Reader> = {
  task_started: ({ model_context_window }, at) => [
    ...metaOf({ contextLimit: count(model_context_window) }),
    { type: "turnStart", at },
  ],
  task_complete: ({ error }, at) => [
    error
      ? { type: "turnEnd", at, outcome: "failed", error: errorOf(fields(error)) }
      : { type: "turnEnd", at, outcome: "done", error: null },
  ],
  turn_aborted: (_, at) => [{ type: "turnEnd", at, outcome: "interrupted", error: null }],
  item_completed: ({ item }, at) =>
    own(ITEMS, text(fields(item).type) ?? "")?.(fields(item), at) ?? [],
  token_count: ({ info }) => {
    const { last_token_usage, model_context_window } = fields(info);
    const tokens = count(fields(last_token_usage).total_tokens);
    return [
      ...metaOf({ contextLimit: count(model_context_window) }),
      ...(tokens === null ? [] : [{ type: "usage" as const, tokens }]),
    ];
  },
  // Versions before items.
  user_message: ({ message }, at) => prompted(message, null, at),
  agent_message: ({ message }, at) => answered(message, null, at),
};

/** What is done, by its kind. */
const ITEMS: Record<string, Reader> = {
  UserMessage: ({ id, content }, at) => prompted(wordsOf(content), text(id), at),
  AgentMessage: ({ id, content }, at) => answered(wordsOf(content), text(id), at),
  // The dialog comes after the turn, and nothing tells of it.
  Plan: ({ id, text: plan }, at) => answered(plan, text(id), at),
  CollabAgentToolCall: ({ tool, receiver_thread_ids }, at) =>
    tool === "spawn_agent"
      ? list(receiver_thread_ids).flatMap((id): LogEntry[] =>
          typeof id === "string" ? [{ type: "subagent", at, id, running: true }] : [],
        )
      : [],
};

/** `response_item`. Its messages are what the model reads, and are told of as items too. */
const ITEMS_OF_MODEL: Record<string, Reader> = {
  function_call: ({ name, call_id, arguments: given }, at) =>
    called(name, call_id, parse(given), at),
  custom_tool_call: ({ name, call_id, input }, at) => called(name, call_id, { command: input }, at),
  function_call_output: ({ call_id }, at) => [{ type: "toolEnd", at, id: text(call_id) }],
  custom_tool_call_output: ({ call_id }, at) => [{ type: "toolEnd", at, id: text(call_id) }],
  message: ({ role, content }, at) => (role === "user" ? returned(content, at) : []),
};

const LINES: Record<string, Reader> = {
  session_meta: (payload) => {
    const { cwd, cli_version, git, parent_thread_id, thread_source } = payload;
    // A subagent's `session_id` is that of the conversation that started it, its `id` its own.
    const isOwn = text(parent_thread_id) === null && (text(thread_source) ?? "user") === "user";
    return metaOf({
      nativeId: text(payload.id),
      cwd: text(cwd),
      version: text(cli_version),
      branch: text(fields(git).branch),
      subagentOf: isOwn ? null : (text(parent_thread_id) ?? text(payload.session_id) ?? "unknown"),
    });
  },
  turn_context: ({ cwd, model }) => metaOf({ cwd: text(cwd), model: text(model) }),
  event_msg: (payload, at) => own(EVENTS, text(payload.type) ?? "")?.(payload, at) ?? [],
  response_item: (payload, at) =>
    own(ITEMS_OF_MODEL, text(payload.type) ?? "")?.(payload, at) ?? [],
};

export const log: LogRules = {
  folders: ({ env, home }) => [
    `${(env.CODEX_HOME || `${home}/.codex`).replace(/\/$/, "")}/sessions`,
  ],
  path: /\/\d{4}\/\d\d\/\d\d\/rollout-[-\dT]*-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/,
  depth: 3,
  needles: [
    '"type":"session_meta"',
    '"type":"turn_context"',
    '"type":"task_started"',
    '"type":"task_complete"',
    '"type":"turn_aborted"',
    '"type":"token_count"',
    '"type":"UserMessage"',
    '"type":"AgentMessage"',
    '"type":"Plan"',
    '"type":"CollabAgentToolCall"',
    '"type":"user_message"',
    '"type":"agent_message"',
    '"type":"function_call"',
    '"type":"function_call_output"',
    '"type":"custom_tool_call"',
    '"type":"custom_tool_call_output"',
    "<subagent_notification>",
  ],
  read(value) {
    const line = fields(value);
    return own(LINES, text(line.type) ?? "")?.(fields(line.payload), moment(line.timestamp)) ?? [];
  },
  examples,
};

function metaOf(facts: Record<string, string | number | null>): readonly LogEntry[] {
  const told = known(facts);
  return Object.keys(told).length > 0 ? [{ type: "meta", ...told }] : [];
}

function wordsOf(content: unknown): string | null {
  const said = list(content).flatMap((part) => text(fields(part).text) ?? []);
  return said.length > 0 ? said.join("\n") : null;
}

function prompted(message: unknown, id: string | null, at: number | null): readonly LogEntry[] {
  const words = text(message);
  return words === null || INJECTED.test(words) ? [] : [{ type: "prompt", at, id, text: words }];
}

function answered(message: unknown, id: string | null, at: number | null): readonly LogEntry[] {
  const words = text(message);
  return words === null ? [] : [{ type: "answer", at, id, text: words.trim() }];
}

function called(
  name: unknown,
  id: unknown,
  input: unknown,
  at: number | null,
): readonly LogEntry[] {
  const tool = text(name) ?? "tool";
  const call = { at, id: text(id) };
  const ask = questionOf(tool, input);
  const asks: LogEntry[] = ask ? [{ type: "asks", ...call, ask }] : [];
  return [{ type: "tool", ...call, name: tool, text: toolText(input) }, ...asks];
}

/** What a subagent has brought, or how it goes. */
function returned(content: unknown, at: number | null): readonly LogEntry[] {
  const told = /^<subagent_notification>\s*(\{.*\})\s*<\/subagent_notification>/s.exec(
    wordsOf(content) ?? "",
  )?.[1];
  const { agent_path, status } = fields(parse(told));
  const id = text(agent_path);
  return id === null ? [] : [{ type: "subagent", at, id, running: status === "running" }];
}

/** The message may be what the server has sent. */
function errorOf({ message, codex_error_info }: Fields): LastError {
  const sent = fields(parse(message));
  const info = JSON.stringify(codex_error_info) ?? "";
  return {
    code: /usage_limit|rate_limit|:429\b/.test(info) ? "rate_limit" : "api_error",
    text: text(fields(sent.error).message) ?? text(sent.message) ?? text(message) ?? "API error",
  };
}
