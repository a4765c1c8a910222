import type { LogEntry } from "../agents/_log.ts";
import { cutAsk, cutError, cutName, cutText } from "./cut.ts";
import type { Ask, Evidence, LastError, Status } from "../core/types.ts";

/** What a log has told so far. Plain data: it crosses to a thread and back. */
export interface LogState {
  nativeId: string | null;
  cwd: string | null;
  version: string | null;
  branch: string | null;
  model: string | null;
  title: string | null;
  lastPrompt: string | null;
  lastPromptAt: number | null;
  turnStartedAt: number | null;
  tokens: number | null;
  contextLimit: number | null;
  /** Null: nothing was said of it yet. */
  status: Status | null;
  ask: Ask | null;
  /** The tool that asks; null: the log does not say which, or nothing asks. */
  askId: string | null;
  because: string;
  /** The moment of the last word on the status. */
  at: number;
  lastError: LastError | null;
  subagents: readonly { id: string; startedAt: number }[];
  /** It is a subagent's log, and no session's own. */
  isSubagents: boolean;
  /** Since when it writes down anew what was said before; null: it does not. */
  againSince: number | null;
}

export const NO_LOG: LogState = {
  nativeId: null,
  cwd: null,
  version: null,
  branch: null,
  model: null,
  title: null,
  lastPrompt: null,
  lastPromptAt: null,
  turnStartedAt: null,
  tokens: null,
  contextLimit: null,
  status: null,
  ask: null,
  askId: null,
  because: "",
  at: 0,
  lastError: null,
  subagents: [],
  isSubagents: false,
  againSince: null,
};

const ANSWER = "answer";
/** So long does it write down anew, even if its end is never written. */
export const MAX_AGAIN_MS = 1000;

/** Clocks differ by so much, and file systems round. */
const FUTURE_MS = 1000;

/**
 * Folds what one line says into what the log has told. Pure.
 * @param writtenAt when the log was written last: what it says of later moments was said then, or it would be right for ever
 */
export function foldLog(
  before: LogState,
  entries: readonly LogEntry[],
  writtenAt = Number.POSITIVE_INFINITY,
): LogState {
  const latest = writtenAt + FUTURE_MS;
  return entries.reduce(
    (log, entry) =>
      foldEntry(log, "at" in entry && (entry.at ?? 0) > latest ? { ...entry, at: latest } : entry),
    before,
  );
}

function foldEntry(log: LogState, entry: LogEntry): LogState {
  const { againSince } = log;
  if (againSince !== null && entry.type !== "again" && entry.type !== "meta") {
    const at = ("at" in entry ? entry.at : null) ?? againSince;
    if (at <= againSince + MAX_AGAIN_MS) return log;
    return foldEntry({ ...log, againSince: null }, entry);
  }
  switch (entry.type) {
    case "again":
      return { ...log, againSince: entry.on ? (againSince ?? log.at) : null };
    case "meta": {
      const { type: _, subagentOf, ...facts } = entry;
      const title = cutName(facts.title ?? log.title);
      return { ...log, ...facts, title, isSubagents: log.isSubagents || subagentOf !== undefined };
    }
    case "prompt": {
      const lastPrompt = cutText(entry.text);
      const lastPromptAt = entry.at ?? log.at;
      return { ...begun(log, "prompt", entry.at), lastPrompt, lastPromptAt };
    }
    case "turnStart":
      return log.status === "working" ? log : begun(log, "turn started", entry.at);
    case "resumed":
      return { ...spoken(log, "working", "resumed", entry.at), lastError: null };
    case "tool":
      return worked(log, `tool ${entry.name}`, entry.at);
    case "answer":
      return worked(log, ANSWER, entry.at);
    case "toolEnd":
      // One tool's end does not answer what another one asks.
      return log.askId !== null && log.askId === entry.id
        ? spoken(log, "working", "tool ended", entry.at)
        : worked(log, "tool ended", entry.at);
    case "asks":
      return {
        ...spoken(log, "waiting", "asks", entry.at),
        ask: cutAsk(entry.ask),
        askId: entry.id ?? null,
      };
    case "answered":
      // One that comes after its turn's end answers nobody any more.
      return log.status === "idle" || (log.askId !== null && entry.id && entry.id !== log.askId)
        ? log
        : spoken(log, "working", "answered", entry.at);
    case "turnEnd":
      return {
        ...spoken(log, "idle", `turn ${entry.outcome}`, entry.at),
        turnStartedAt: null,
        lastError: cutError(entry.error),
      };
    case "usage":
      return { ...log, tokens: entry.tokens };
    case "subagent": {
      const others = log.subagents.filter(({ id }) => id !== entry.id);
      const own = { id: entry.id, startedAt: entry.at ?? log.at };
      return { ...log, subagents: entry.running ? [...others, own] : others };
    }
  }
}

function begun(log: LogState, because: string, at: number | null): LogState {
  return {
    ...spoken(log, "working", because, at),
    turnStartedAt: at ?? log.at,
    lastError: null,
  };
}

/** What goes on beside a question that is open does not close it. */
function worked(log: LogState, because: string, at: number | null): LogState {
  return log.status === "waiting" && log.askId !== null ? log : spoken(log, "working", because, at);
}

/** Lines come in order; one that is set back, as clocks may be, is no older than the one before. */
function spoken(log: LogState, status: Status, because: string, at: number | null): LogState {
  return { ...log, status, ask: null, askId: null, because, at: Math.max(log.at, at ?? log.at) };
}

/** Null while it says nothing of the status. Pure. */
export function logEvidence(log: LogState): Evidence | null {
  if (log.status === null) return null;
  const { status, ask, because, at, lastError } = log;
  const mayBeLast = because === ANSWER;
  return { source: "log", at, status, ask, because, background: null, lastError, mayBeLast };
}
