import type { Ask, LastError } from "../core/types.ts";

/** How an agent keeps its log of a conversation, and what the lines of it mean. */
export interface LogRules {
  /** Folders below which the log of such a process may be, the likeliest first. Pure. */
  folders(place: LogPlace): readonly string[];
  /** A log's path below one of them, from its end; group 1 is the conversation's id. */
  path: RegExp;
  /** How many folders lie between one of `folders` and its logs. */
  depth: number;
  /** Path of a conversation's log below the first folder; absent: the id alone does not tell. */
  named?(nativeId: string): string;
  /** Files beside a log whose names tell the process that has it open: group 1 is the pid. Absent: there are none. */
  owner?: RegExp;
  /** A line without one of these strings can't matter, and is not parsed. */
  needles: readonly string[];
  /** What a line means, in its order. Every field is untrusted. Pure, never throws. */
  read(line: unknown): readonly LogEntry[];
  examples: readonly LogExample[];
  /** Its conversations are in a database instead: then `folders` is empty, and `read` gets rows. */
  database?: DatabaseRules;
}

/** SQL as data: who asks is the only one that opens a database, and only to read. */
export interface DatabaseRules {
  path(place: LogPlace): string;
  /** Conversations of a directory, the last used first: columns `id`, `updated`. Bound: directory. */
  conversations: string;
  /**
   * What is new of one, for `read`, the oldest first. Bound: id, moment. Column `updated` is the moment to ask
   * from the next time: rows of that very moment then come again, in their order, and mean the same.
   */
  rows: string;
}

export interface LogPlace {
  /** The variables that the process's rules name. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The process's directory; null when it is not known. */
  cwd: string | null;
}

export interface LogExample {
  /** As written, long strings cut. */
  line: string;
  entries: readonly LogEntry[];
}

/**
 * What lines of every agent's log are made into. `at` is the line's own moment in epoch milliseconds, null when it
 * does not say. `id` is the agent's name for the thing: what comes again with it stands in its place.
 */
export type LogEntry =
  /** Facts about the conversation; those that are absent stay as they were. */
  | {
      type: "meta";
      nativeId?: string;
      cwd?: string;
      version?: string;
      branch?: string;
      model?: string;
      title?: string;
      /** Tokens that fit. */
      contextLimit?: number;
      /** It is the log of a subagent of that conversation, and no session's own. */
      subagentOf?: string;
    }
  /** A turn begins, with new words or without any. Nothing new where one is under way. */
  | { type: "turnStart"; at: number | null }
  /** A person's words, or a script's, as they were written: a turn begins. */
  | { type: "prompt"; at: number | null; id: string | null; text: string }
  /** Words for the person: no thinking, no tool's input or output. */
  | { type: "answer"; at: number | null; id: string | null; text: string }
  /** A tool is called. `text`: the command, the path, the question. */
  | { type: "tool"; at: number | null; id: string | null; name: string; text: string | null }
  | { type: "toolEnd"; at: number | null; id: string | null }
  /**
   * Only where the log itself says that a person is waited for, and that the wait is over. `id`: of the tool that
   * asks; its `toolEnd` ends the wait too, and no other tool's does.
   */
  | { type: "asks"; at: number | null; id?: string | null; ask: Ask }
  | { type: "answered"; at: number | null; id?: string | null }
  | {
      type: "turnEnd";
      at: number | null;
      outcome: "done" | "interrupted" | "failed";
      error: LastError | null;
    }
  /** It works on, and nobody has typed: a retry after a failure, a reminder that it gives itself. */
  | { type: "resumed"; at: number | null }
  /**
   * From `on` up to the next that is not, and for a second at most, it writes down anew what was said before:
   * none of it is news.
   */
  | { type: "again"; at: number | null; on: boolean }
  /** Tokens in the context by now. */
  | { type: "usage"; tokens: number }
  | { type: "subagent"; at: number | null; id: string; running: boolean };
