import type { LogEntry } from "../agents/_log.ts";
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
  because: string;
  /** The moment of the last word on the status. */
  at: number;
  lastError: LastError | null;
  subagents: readonly { id: string; startedAt: number }[];
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
  because: "",
  at: 0,
  lastError: null,
  subagents: [],
};

const MAX_PROMPT = 2000;

/** Folds what one line says into what the log has told. Pure. */
export function foldLog(before: LogState, entries: readonly LogEntry[]): LogState {
  return entries.reduce(foldEntry, before);
}

function foldEntry(log: LogState, entry: LogEntry): LogState {
  switch (entry.type) {
    case "meta": {
      const { type: _, contextLimit, ...facts } = entry;
      // Another conversation in the same file has a model and a branch of its own to tell.
      return { ...log, ...facts, contextLimit: contextLimit ?? log.contextLimit };
    }
    case "prompt": {
      const at = entry.at ?? log.at;
      return {
        ...spoken(log, "working", "prompt", at),
        lastPrompt: entry.text.slice(0, MAX_PROMPT),
        lastPromptAt: at,
        turnStartedAt: at,
        lastError: null,
      };
    }
    case "tool":
      return spoken(log, "working", `tool ${entry.name}`, entry.at);
    case "toolEnd":
      return spoken(log, "working", "tool ended", entry.at);
    case "answer":
      return spoken(log, "working", "answer", entry.at);
    case "asks":
      return { ...spoken(log, "waiting", "asks", entry.at), ask: entry.ask };
    case "answered":
      return spoken(log, "working", "answered", entry.at);
    case "turnEnd":
      return {
        ...spoken(log, "idle", `turn ${entry.outcome}`, entry.at),
        turnStartedAt: null,
        lastError: entry.error,
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

/** Lines come in order; one that is set back, as clocks may be, is no older than the one before. */
function spoken(log: LogState, status: Status, because: string, at: number | null): LogState {
  return { ...log, status, ask: null, because, at: Math.max(log.at, at ?? log.at) };
}

/** Null while it says nothing of the status. Pure. */
export function logEvidence(log: LogState): Evidence | null {
  if (log.status === null) return null;
  const { status, ask, because, at, lastError } = log;
  return { source: "log", at, status, ask, because, background: null, lastError };
}
