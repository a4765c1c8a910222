import type { LastError } from "../../core/types.ts";
import { count, fields, known, parse, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogRules } from "../_log.ts";
import { apiError, callText } from "../_said.ts";
import { database } from "./database.ts";
import { examples } from "./log-examples.ts";

/** Rejected without a word, which ends the turn; nothing else says so. */
const REJECTED =
  /^The user (?:rejected permission to use this specific tool call\.$|dismissed this question)/;

/** Tools that do nothing but ask. */
const ASKING: Readonly<Record<string, "question" | "plan">> = {
  question: "question",
  plan_exit: "plan",
};

/** A permission that is waited for is not written down: the tool runs, as far as the rows tell. */
export const log: LogRules = {
  folders: () => [],
  path: /(?!)/,
  depth: 0,
  needles: [],
  database,
  read,
  examples,
};

function read(value: unknown): readonly LogEntry[] {
  const row = fields(value);
  const data = fields(typeof row.data === "string" ? parse(row.data) : row.data);
  // What it makes of a conversation that has grown too long.
  if (row.mode === "compaction") return [];
  if (row.table === "session") return readSession(row);
  if (row.table === "message") return row.role === "assistant" ? readMessage(data) : [];
  if (row.table !== "part") return [];
  return data.type === "tool" ? readTool(row, data) : readText(row, data);
}

function readSession(row: Fields): readonly LogEntry[] {
  if (text(row.parent_id) !== null) return [];
  const title = text(row.title);
  const facts = known({
    nativeId: text(row.id),
    cwd: text(row.directory),
    version: text(row.version),
    model: text(fields(parse(row.model)).id),
    // Until the model has found one.
    title: /^New session - \d{4}-/.test(title ?? "") ? null : title,
  });
  return [{ type: "meta", ...facts }];
}

function readMessage(data: Fields): readonly LogEntry[] {
  const model = text(data.modelID);
  const tokens = toTokens(fields(data.tokens));
  return [
    ...(model === null ? [] : [{ type: "meta", model } as const]),
    ...(tokens > 0 ? [{ type: "usage", tokens } as const] : []),
    ...readEnd(data, count(fields(data.time).completed)),
  ];
}

/** One that was cut off says zero. */
function toTokens({ total, input, output, reasoning, cache }: Fields): number {
  const { read: cached, write } = fields(cache);
  const parts = [input, output, reasoning, cached, write];
  return count(total) || parts.reduce<number>((sum, part) => sum + (count(part) ?? 0), 0);
}

function readEnd(data: Fields, at: number | null): readonly LogEntry[] {
  if (at === null) return [];
  const end = { type: "turnEnd", at } as const;
  const error = toError(data.error);
  if (error) return [{ ...end, outcome: "failed", error }];
  // Also where it was stopped between two tries.
  if (data.error !== undefined || text(data.finish) === null)
    return [{ ...end, outcome: "interrupted", error: null }];
  if (data.finish === "tool-calls" || data.finish === "unknown") return [];
  return [{ ...end, outcome: "done", error: null }];
}

/** Null also for an interrupt, which it calls an error. */
export function toError(value: unknown): LastError | null {
  const error = fields(value);
  const name = text(error.name);
  if (name === null || name === "MessageAbortedError") return null;
  const { message, statusCode } = fields(error.data);
  const said = text(message) ?? name;
  if (name === "APIError" || name === "ProviderAuthError") return apiError(said, statusCode);
  return { code: "agent_error", text: said };
}

function readText(row: Fields, data: Fields): readonly LogEntry[] {
  const said = text(data.text);
  if (data.type !== "text" || said === null) return [];
  const at = count(fields(data.time).end) ?? count(row.created);
  const id = text(row.id);
  if (row.role === "assistant") return [{ type: "answer", at, id, text: said }];
  // Put beside the prompt by itself: files, reminders, what a command did.
  if (row.role !== "user" || data.synthetic === true || data.ignored === true) return [];
  return [{ type: "prompt", at, id, text: said }];
}

/** One row for a call, whatever its state. */
function readTool(row: Fields, data: Fields): readonly LogEntry[] {
  const name = text(data.tool);
  const state = fields(data.state);
  const { status, input, error } = state;
  if (name === null || !["running", "completed", "error"].includes(String(status))) return [];
  const { start, end } = fields(state.time);
  const at = count(start) ?? count(row.created);
  const ended = count(end) ?? count(row.updated);
  const id = text(data.callID);
  const running = status === "running";
  const said = callText(input);
  const asks = Object.hasOwn(ASKING, name) ? ASKING[name] : undefined;
  const child = text(fields(state.metadata).sessionId);
  return [
    { type: "tool", at, id, name, text: said },
    ...(child === null
      ? []
      : [{ type: "subagent", at: running ? at : ended, id: child, running } as const]),
    ...(asks && running
      ? [{ type: "asks", at, id, ask: { kind: asks, tool: name, text: said } } as const]
      : []),
    ...(running ? [] : [{ type: "toolEnd", at: ended, id } as const]),
    ...(REJECTED.test(text(error) ?? "")
      ? [{ type: "turnEnd", at: ended, outcome: "interrupted", error: null } as const]
      : []),
  ];
}
