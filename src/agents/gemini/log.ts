import type { LastError } from "../../core/types.ts";
import { count, fields, list, moment, text, type Fields } from "../_fields.ts";
import type { LogEntry, LogRules } from "../_log.ts";
import { apiError, callText, partsText } from "../_said.ts";
import { examples } from "./log-examples.ts";

/** Begins what it tells the model by itself, as a part of a prompt. */
const OF_ITS_OWN = /^\s*<(?:session|hook)_context>/;
/** With that part its history begins. */
const BEGINNING = /^\s*<session_context>/;

export const log: LogRules = {
  folders: ({ env, home }) => [`${(env.GEMINI_CLI_HOME || home).replace(/\/+$/, "")}/.gemini/tmp`],
  // Of the id only the beginning; the first line has it whole. Subagents' logs lie a level deeper.
  path: /[^/]+\/chats\/session-[^/]+-([0-9a-f]{8})\.jsonl$/,
  depth: 2,
  needles: [
    '"projectHash":',
    '"type":"user"',
    '"type":"gemini"',
    '"Request cancelled."',
    '"type":"error"',
    '"messages":',
    '"summary":',
  ],
  read,
  examples,
};

/**
 * That a turn is done is not in here: words may be followed by tools, which are written down when they have
 * ended. Whoever waits for that end needs the hook or the screen.
 */
function read(line: unknown): readonly LogEntry[] {
  const record = fields(line);
  const id = text(record.id);
  const at = moment(record.timestamp);
  switch (record.type) {
    case "user":
      return readPrompt(record, id, at);
    case "gemini":
      return readAnswer(record, id, at);
    case "info":
      return record.content === "Request cancelled." ? [turnEnd(at)] : [];
    case "error":
      return readError(text(record.content), at);
    case undefined:
      return readFacts(record);
    default:
      return [];
  }
}

function turnEnd(at: number | null, error: LastError | null = null): LogEntry {
  return { type: "turnEnd", at, outcome: error ? "failed" : "interrupted", error };
}

/** Tools' results come in the user's name too; the line with the call has told of their end. */
function readPrompt(record: Fields, id: string | null, at: number | null): readonly LogEntry[] {
  const parts = record.displayContent ?? record.content;
  const words = (part: unknown) => text(fields(part).text) ?? "";
  const typed = Array.isArray(parts)
    ? parts.filter((part) => !OF_ITS_OWN.test(words(part)))
    : parts;
  const said = partsText(typed);
  return [
    // After a cancelled tool it writes its whole history anew, each message with a new id.
    ...(list(parts).some((part) => BEGINNING.test(words(part)))
      ? [{ type: "again", at, on: true } as const]
      : []),
    ...(said === null ? [] : [{ type: "prompt", at, id, text: said } as const]),
  ];
}

/** Written once when the model has answered, and again, whole, once its tools have ended. */
function readAnswer(record: Fields, id: string | null, at: number | null): readonly LogEntry[] {
  const said = partsText(record.content);
  const tokens = count(fields(record.tokens).total);
  const model = text(record.model);
  const calls = list(record.toolCalls).map(fields);
  return [
    ...(said === null ? [] : [{ type: "answer", at, id, text: said } as const]),
    ...(model === null ? [] : [{ type: "meta", model } as const]),
    ...(tokens ? [{ type: "usage", tokens } as const] : []),
    ...calls.flatMap((call) => readCall(call, at)),
    // Whether it was rejected or interrupted: that is the turn's end, and a line that says so may be older.
    ...(calls.length > 0 && calls.every(({ status }) => status === "cancelled")
      ? [turnEnd(moment(calls.at(-1)?.timestamp) ?? at)]
      : []),
  ];
}

function readCall(call: Fields, begun: number | null): readonly LogEntry[] {
  const name = text(call.name);
  if (name === null) return [];
  const id = text(call.id);
  const ended = moment(call.timestamp) ?? begun;
  return [
    { type: "tool", at: begun, id, name, text: callText(call.args) },
    { type: "toolEnd", at: ended, id },
  ];
}

/** Commands that went wrong are errors here too, and end no turn. */
function readError(said: string | null, at: number | null): readonly LogEntry[] {
  const failed = /^\[API Error: ([^]*?)\]?$/.exec(said ?? "")?.[1];
  return failed === undefined ? [] : [turnEnd(at, apiError(failed))];
}

/** The first line, and what is set later: a summary; the whole history, put in the place of all lines before. */
function readFacts(record: Fields): readonly LogEntry[] {
  const nativeId = text(record.sessionId);
  if (nativeId !== null && record.kind !== "subagent") return [{ type: "meta", nativeId }];
  const set = fields(record.$set);
  const title = text(set.summary);
  return [
    ...(title === null ? [] : [{ type: "meta", title } as const]),
    ...(set.messages === undefined
      ? []
      : [{ type: "again", at: moment(set.lastUpdated), on: false } as const]),
  ];
}
