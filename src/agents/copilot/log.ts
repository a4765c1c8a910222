import type { LastError } from "../../core/types.ts";
import { count, fields, known, list, moment, own, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogRules } from "../_log.ts";
import { examples } from "./log-examples.ts";
import { dialogOf, toolText } from "./tools.ts";

type Reader = (data: Fields, at: number | null) => readonly LogEntry[];

/** What is to be permitted → the tool. A file's `write` is a `create` or an `edit`: the screen tells. */
const TOOLS: Record<string, string> = { shell: "bash" };

const done = (at: number | null): LogEntry => ({
  type: "turnEnd",
  at,
  outcome: "done",
  error: null,
});

/** Events of the conversation itself. Every step of a turn has a start and an end of its own. */
const EVENTS: Record<string, Reader> = {
  "session.start": (data) => [
    ...metaOf({ nativeId: text(data.sessionId), version: text(data.copilotVersion) }),
    ...metaOf({ model: text(data.selectedModel), ...placeOf(data.context) }),
  ],
  "session.resume": (data) => metaOf({ model: text(data.selectedModel), ...placeOf(data.context) }),
  "session.context_changed": (data) => metaOf(placeOf(data)),
  "session.model_change": ({ newModel }) => metaOf({ model: text(newModel) }),
  "session.title_changed": ({ title }) => metaOf({ title: text(title) }),
  // With a source it is a subagent's or a skill's.
  "user.message": ({ content, messageId, source }, at) => {
    const words = text(source) === null ? text(content) : null;
    return words === null ? [] : [{ type: "prompt", at, id: text(messageId), text: words }];
  },
  "assistant.turn_start": (_, at) => [{ type: "turnStart", at }],
  "assistant.message": readMessage,
  "tool.execution_start": ({ toolName, toolCallId, arguments: given }, at) => {
    const call = { at, id: text(toolCallId) };
    const name = text(toolName) ?? "tool";
    const ask = dialogOf(name, given);
    const asks: LogEntry[] = ask ? [{ type: "asks", ...call, ask }] : [];
    return [{ type: "tool", ...call, name, text: toolText(given) }, ...asks];
  },
  // A `!` command ends without a turn.
  "tool.execution_complete": ({ toolCallId, isUserRequested }, at) =>
    isUserRequested === true ? [] : [{ type: "toolEnd", at, id: text(toolCallId) }],
  "human_response.recorded": ({ toolCallId }, at) => [answered(toolCallId, at)],
  "session.usage_record": ({ usage }) => {
    const { inputTokens, outputTokens, maxPromptTokens } = fields(usage);
    const tokens = (count(inputTokens) ?? 0) + (count(outputTokens) ?? 0);
    const limit = metaOf({ contextLimit: count(maxPromptTokens) });
    return tokens > 0 ? [...limit, { type: "usage", tokens }] : limit;
  },
  "session.compaction_complete": ({ postCompactionTokens }) => {
    const tokens = count(postCompactionTokens);
    return tokens === null ? [] : [{ type: "usage", tokens }];
  },
  "session.error": (data, at) => [{ type: "turnEnd", at, outcome: "failed", error: errorOf(data) }],
  abort: (_, at) => [{ type: "turnEnd", at, outcome: "interrupted", error: null }],
  // A turn may end with a tool, and then only a hook says so.
  "hook.start": ({ hookType, input }, at) =>
    hookType === "agentStop" && text(fields(input).agentId) === null ? [done(at)] : [],
  "session.task_complete": (_, at) => [done(at)],
  "session.shutdown": (_, at) => [done(at)],
};

/** What subagents do in the same file, as far as it is seen. */
const SHARED: Record<string, Reader> = {
  "permission.requested": readPermission,
  "permission.completed": ({ toolCallId }, at) => [answered(toolCallId, at)],
};

const SUBAGENT = /^subagent\.(started|completed|failed)$/;

export const log: LogRules = {
  folders: ({ env, home }) => [
    `${(env.COPILOT_HOME || `${home}/.copilot`).replace(/\/$/, "")}/session-state`,
  ],
  path: /\/([0-9a-f]{8}-[0-9a-f-]{27})\/events\.jsonl$/,
  depth: 1,
  named: (nativeId) => `${nativeId}/events.jsonl`,
  owner: /^inuse\.(\d+)\.lock$/,
  needles: [
    ...Object.keys({ ...EVENTS, ...SHARED })
      .filter((type) => type !== "hook.start")
      .map((type) => `"type":"${type}"`),
    '"hookType":"agentStop"',
    '"type":"subagent.',
  ],
  read(value) {
    const line = fields(value);
    const type = text(line.type) ?? "";
    const data = fields(line.data);
    const at = moment(line.timestamp);
    const shared = own(SHARED, type);
    if (shared) return shared(data, at);
    const subagent = text(line.agentId);
    const moved = SUBAGENT.exec(type)?.[1];
    if (moved && subagent !== null)
      return [{ type: "subagent", at, id: subagent, running: moved === "started" }];
    if (subagent !== null || text(data.parentToolCallId) !== null) return [];
    return own(EVENTS, type)?.(data, at) ?? [];
  },
  examples,
};

/** One that calls no tool is the last of its turn; where more was sent meanwhile, a step begins anew. */
function readMessage(data: Fields, at: number | null): readonly LogEntry[] {
  const words = text(data.content);
  const said: LogEntry[] =
    words === null ? [] : [{ type: "answer", at, id: text(data.messageId), text: words.trim() }];
  const isLast = Array.isArray(data.toolRequests) && list(data.toolRequests).length === 0;
  return [...metaOf({ model: text(data.model) }), ...said, ...(isLast ? [done(at)] : [])];
}

function readPermission(data: Fields, at: number | null): readonly LogEntry[] {
  // A hook has decided already: nobody is asked.
  if (data.resolvedByHook === true) return [];
  const request = fields(data.permissionRequest);
  const tool = own(TOOLS, text(request.kind) ?? "") ?? text(request.toolName);
  const ask = { kind: "permission" as const, tool, text: toolText(request) };
  return [{ type: "asks", at, id: text(request.toolCallId), ask }];
}

function answered(id: unknown, at: number | null): LogEntry {
  return { type: "answered", at, id: text(id) };
}

function placeOf(context: unknown) {
  const { cwd, branch } = fields(context);
  return { cwd: text(cwd), branch: text(branch) };
}

function metaOf(facts: Record<string, string | number | null>): readonly LogEntry[] {
  const told = known(facts);
  return Object.keys(told).length > 0 ? [{ type: "meta", ...told }] : [];
}

function errorOf({ errorType, statusCode, message }: Fields): LastError {
  const kind = text(errorType) ?? "";
  const isLimit = statusCode === 429 || /rate_limit|quota/.test(kind);
  const isApi = count(statusCode) !== null || /query|auth/.test(kind);
  return {
    code: isLimit ? "rate_limit" : isApi ? "api_error" : "agent_error",
    text: text(message) ?? (kind || "error"),
  };
}
