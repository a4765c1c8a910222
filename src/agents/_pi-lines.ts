/** The log as Pi writes it, and omp, which began as Pi: the entries of a tree, one a line. */
import type { LastError } from "../core/types.ts";
import type { HookWord } from "./_hook.ts";
import type { LogEntry } from "./_log.ts";
import { count, fields, known, list, moment, text, type Fields } from "./_fields.ts";
import { apiError, callText, partsText } from "./_said.ts";

/** System prompts, custom entries and tools' declarations are left unparsed. */
export const needles: readonly string[] = [
  '"type":"session"',
  '"type":"session_info"',
  '"type":"model_change"',
  '"type":"context_edit"',
  '"role":"user"',
  '"role":"assistant"',
  '"role":"toolResult"',
];

/** What a tool's call means beyond the call. */
type Asking = (call: Call, at: number | null) => readonly LogEntry[];
export interface Call {
  id: string | null;
  name: string;
  input: unknown;
}
/** What a message that was cut off means. */
type CutOff = (message: Fields, at: number | null) => readonly LogEntry[];

const interrupted: CutOff = (_message, at) => [
  { type: "turnEnd", at, outcome: "interrupted", error: null },
];

/** Under its file's name stands the conversation's id. */
export function readEntry(
  line: unknown,
  asking: Asking = () => [],
  cutOff: CutOff = interrupted,
): readonly LogEntry[] {
  const entry = fields(line);
  const at = moment(entry.timestamp);
  switch (entry.type) {
    case "session":
      return meta({ nativeId: text(entry.id), cwd: text(entry.cwd), title: text(entry.title) });
    case "session_info":
      return meta({ title: text(entry.name) });
    case "model_change":
      return meta({ model: text(entry.modelId) });
    case "context_edit":
      // A failed answer is taken out of the context: it is asked for again.
      return entry.replacement === null ? [{ type: "resumed", at }] : [];
    case "message":
      return readMessage(text(entry.id), at, fields(entry.message), asking, cutOff);
    default:
      return [];
  }
}

export function meta(
  facts: Partial<Record<"nativeId" | "cwd" | "title" | "model", string | null>>,
): readonly LogEntry[] {
  const said = known(facts);
  return Object.keys(said).length > 0 ? [{ type: "meta", ...said }] : [];
}

function readMessage(
  id: string | null,
  at: number | null,
  message: Fields,
  asking: Asking,
  cutOff: CutOff,
): readonly LogEntry[] {
  if (message.role === "toolResult") return [{ type: "toolEnd", at, id: text(message.toolCallId) }];
  if (message.role === "user") {
    const said = typed(partsText(message.content));
    return said === null ? [] : [{ type: "prompt", at, id, text: said }];
  }
  if (message.role !== "assistant") return [];
  const said = partsText(message.content);
  const calls = list(message.content)
    .map(fields)
    .filter(({ type }) => type === "toolCall");
  return [
    ...(said === null ? [] : [{ type: "answer", at, id, text: said } as const]),
    ...calls.flatMap((call) => readCall(call, at, asking)),
    ...meta({ model: text(message.model) }),
    ...readUsage(message),
    ...readEnd(message, at, cutOff),
  ];
}

function readCall(call: Fields, at: number | null, asking: Asking): readonly LogEntry[] {
  const name = text(call.name);
  if (name === null) return [];
  const id = text(call.id);
  const input = call.arguments;
  return [
    { type: "tool", at, id, name, text: callText(input) },
    ...asking({ id, name, input }, at),
  ];
}

/** One that was cut off or failed says zero. */
function readUsage({ usage }: Fields): readonly LogEntry[] {
  const { totalTokens, input, output, cacheRead, cacheWrite } = fields(usage);
  const tokens =
    count(totalTokens) ||
    [input, output, cacheRead, cacheWrite].reduce<number>(
      (sum, part) => sum + (count(part) ?? 0),
      0,
    );
  return tokens > 0 ? [{ type: "usage", tokens }] : [];
}

function readEnd(message: Fields, at: number | null, cutOff: CutOff): readonly LogEntry[] {
  switch (message.stopReason) {
    case "stop":
    case "length":
      return [{ type: "turnEnd", at, outcome: "done", error: null }];
    case "aborted":
      return cutOff(message, at);
    case "error":
      return [{ type: "turnEnd", at, outcome: "failed", error: failureOf(message) }];
    default:
      return [];
  }
}

export function failureOf(message: Fields): LastError {
  const said = text(message.errorMessage)?.replace(/\nraw-http-request=[^\n]*/, "");
  return apiError(said, message.errorStatus);
}

/** A skill that was called stands in full before the words: its name is what was typed. */
export function typed(prompt: string | null): string | null {
  const skill = /^<skill name="([^"\n]+)"[^\n]*>\n[^]*?\n<\/skill>/.exec(prompt ?? "");
  if (!prompt || !skill) return prompt;
  return `/skill:${skill[1]} ${prompt.slice(skill[0].length).trim()}`.trim();
}

/** What a payload of the extension says of its place: the file's name holds the conversation's id. */
export function place(payload: unknown): Pick<HookWord, "nativeId" | "transcript" | "cwd"> {
  const { sessionFile, cwd } = fields(payload);
  const transcript = text(sessionFile);
  const nativeId = /_([\w-]{1,128})\.jsonl$/.exec(transcript ?? "")?.[1] ?? null;
  return { nativeId, transcript, cwd: text(cwd) };
}
