import type { LastError } from "../../core/types.ts";
import { count, fields, known, list, moment, own, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogRules } from "../_log.ts";
import { examples } from "./log-examples.ts";
import { typed, wordsOf } from "./prompt.ts";
import { dialogOf, toolText } from "./tools.ts";

const INTERRUPTED = /^\[Request interrupted by user\b[^\]]*\]$/;

/** `type` of a line → what it means. What a subagent writes is no part of the conversation. */
const LINES: Record<string, (line: Fields, at: number | null) => readonly LogEntry[]> = {
  user: readUser,
  assistant: readAssistant,
  system: readSystem,
  attachment: readAttachment,
  "custom-title": ({ customTitle }) => titled(customTitle),
  "ai-title": ({ aiTitle }) => titled(aiTitle),
};

export const log: LogRules = {
  folders({ env, home, cwd }) {
    if (cwd === null) return [];
    const folder = (env.CLAUDE_CONFIG_DIR || `${home}/.claude`).replace(/\/$/, "");
    return [`${folder}/projects/${cwd.replace(/[^A-Za-z0-9]/g, "-")}`];
  },
  // Subagents' logs lie deeper, in a folder named as the conversation.
  path: /\/([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/,
  depth: 0,
  named: (nativeId) => `${nativeId}.jsonl`,
  needles: [
    '"type":"user"',
    '"type":"assistant"',
    '"subtype":"turn_duration"',
    '"subtype":"stop_hook_summary"',
    '"subtype":"compact_boundary"',
    '"type":"queued_command"',
    '"type":"custom-title"',
    '"type":"ai-title"',
  ],
  read(value) {
    const line = fields(value);
    if (line.isSidechain === true) return [];
    return own(LINES, text(line.type) ?? "")?.(line, moment(line.timestamp)) ?? [];
  },
  examples,
};

function readUser(line: Fields, at: number | null): readonly LogEntry[] {
  const { content } = fields(line.message);
  const facts = factsOf(line);
  const ends = list(content).flatMap((block): LogEntry[] => {
    const { type, tool_use_id: id } = fields(block);
    return type === "tool_result" ? [{ type: "toolEnd", at, id: text(id) }] : [];
  });
  if (ends.length > 0) return [...facts, ...ends, ...launched(line.toolUseResult, at)];
  if (line.isMeta === true || line.isCompactSummary === true) return facts;

  const words = wordsOf(content);
  if (words !== null && INTERRUPTED.test(words.trim()) && !line.origin)
    return [...facts, { type: "turnEnd", at, outcome: "interrupted", error: null }];
  const prompt = typed(words, line.origin);
  if (prompt !== null) return [...facts, { type: "prompt", at, id: text(line.uuid), text: prompt }];
  // Claude answers what a subagent has brought, or what a `!` command has printed: nobody typed that.
  const turn: LogEntry[] = text(line.turnOrigin) ? [{ type: "turnStart", at }] : [];
  return [...facts, ...returned(words, at), ...turn];
}

function readAssistant(line: Fields, at: number | null): readonly LogEntry[] {
  const message = fields(line.message);
  const made = text(message.model);
  const isModel = made !== "<synthetic>";
  const entries: LogEntry[] = [...factsOf(line, isModel ? made : null)];
  const calls = list(message.content)
    .map(fields)
    .filter(({ type }) => type === "tool_use");
  const words = wordsOf(message.content);
  if (line.isApiErrorMessage === true)
    return [...entries, { type: "turnEnd", at, outcome: "failed", error: errorOf(line, words) }];

  if (words !== null && isModel)
    // The text of a message that is written in parts has a line of its own each.
    entries.push({ type: "answer", at, id: text(line.uuid), text: words.trim() });
  for (const { id, name, input } of calls) {
    const tool = text(name) ?? "tool";
    entries.push({ type: "tool", at, id: text(id), name: tool, text: toolText(input) });
    const ask = dialogOf(tool, input);
    if (ask) entries.push({ type: "asks", at, id: text(id), ask });
  }
  const tokens = tokensOf(message.usage);
  if (tokens > 0) entries.push({ type: "usage", tokens });
  if (calls.length === 0 && /^(?:end_turn|stop_sequence)$/.test(text(message.stop_reason) ?? ""))
    entries.push({ type: "turnEnd", at, outcome: "done", error: null });
  return entries;
}

function readSystem(line: Fields, at: number | null): readonly LogEntry[] {
  if (line.subtype === "turn_duration" || line.subtype === "stop_hook_summary")
    return [...factsOf(line), { type: "turnEnd", at, outcome: "done", error: null }];
  const left = count(fields(line.compactMetadata).postTokens);
  return line.subtype === "compact_boundary" && left !== null
    ? [{ type: "usage", tokens: left }]
    : [];
}

/** A message that was sent while it worked, and taken into the same turn. */
function readAttachment({ attachment, uuid }: Fields, at: number | null): readonly LogEntry[] {
  const { type, prompt, origin } = fields(attachment);
  if (type !== "queued_command") return [];
  const words = wordsOf(prompt);
  const said = typed(words, origin);
  return said === null ? returned(words, at) : [{ type: "prompt", at, id: text(uuid), text: said }];
}

function titled(title: unknown): readonly LogEntry[] {
  const named = text(title);
  return named === null ? [] : [{ type: "meta", title: named }];
}

function factsOf(line: Fields, model: string | null = null): readonly LogEntry[] {
  const { cwd, version, gitBranch } = line;
  const facts = known({ cwd: text(cwd), version: text(version), branch: text(gitBranch), model });
  return Object.keys(facts).length > 0 ? [{ type: "meta", ...facts }] : [];
}

/** A subagent that goes on by itself. */
function launched(result: unknown, at: number | null): readonly LogEntry[] {
  const { status, agentId } = fields(result);
  const id = text(agentId);
  return status === "async_launched" && id !== null
    ? [{ type: "subagent", at, id, running: true }]
    : [];
}

/** Background commands are told of in the same way, and are no subagents. */
function returned(words: string | null, at: number | null): readonly LogEntry[] {
  if (!words?.startsWith("<task-notification>") || !/<summary>\s*Agent\b/.test(words)) return [];
  const id = /<task-id>([^<]+)<\/task-id>/.exec(words)?.[1];
  return id ? [{ type: "subagent", at, id, running: false }] : [];
}

function errorOf({ error, apiErrorStatus }: Fields, words: string | null): LastError {
  const code = error === "rate_limit" || apiErrorStatus === 429 ? "rate_limit" : "api_error";
  return { code, text: words?.trim() ?? text(error) ?? "API error" };
}

/** What the model has read: the whole context, cached or not. */
function tokensOf(usage: unknown): number {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = fields(usage);
  const parts = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens];
  return parts.reduce<number>((sum, part) => sum + (count(part) ?? 0), 0);
}
