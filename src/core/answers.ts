/** What the API answers, beside the nouns that have files of their own. Moments are ISO 8601. */
import type { FeedPage } from "./feed.ts";
import type { Where } from "./search.ts";
import type { HealthState, SessionJson, SessionPane } from "./session.ts";
import type { TranscriptJson } from "./turns.ts";
import type { AttentionKind, Proof, Source, Status, TurnEnd } from "./types.ts";

/** `GET /v1/health` */
export interface HealthJson extends HealthState {
  version: string;
  apiVersion: number;
  pid: number;
  /** Path of the Unix socket. */
  socket: string;
  /** Of the TCP door; null while it is not open. */
  port: number | null;
  startedAt: string;
  uptimeMs: number;
  seq: string;
  /** How many there are. */
  sessions: number;
  /** Work of the scans since the daemon started. */
  counters: Readonly<Record<string, number>>;
}

/** `GET /v1/agents` */
export interface AgentsJson {
  agents: readonly {
    name: string;
    title: string;
    /** Versions that were looked at. */
    verified: readonly string[];
    sources: readonly Source[];
  }[];
}

/** `GET /v1/sessions/:ref` */
export interface SessionAnswer {
  seq: string;
  session: SessionJson;
}

/** `GET …/screen` */
export interface ScreenJson {
  id: string;
  pane: SessionPane | null;
  title: string;
  /** Columns of the pane. */
  width: number;
  /** Rows of the pane. */
  height: number;
  lines: readonly string[];
}

/** `GET …/transcript` */
export interface TranscriptAnswer extends TranscriptJson {
  id: string;
}

/** `GET …/explain`: how a row came to its status. */
export interface ExplainJson {
  id: string;
  agent: string;
  verdict: {
    status: Status;
    attention: SessionJson["attention"];
    source: Source | null;
    because: string;
  };
  /** Each source's word. */
  evidence: readonly {
    source: Source;
    status: Status;
    attention: { kind: AttentionKind; tool: string | null; text: string | null } | null;
    because: string;
    at: string | null;
    ageMs: number | null;
  }[];
  /** What was not believed, and why. */
  refused: readonly { source: string; because: string }[];
  /** By what it is tied to its pane. */
  binding: {
    by: SessionJson["bound"];
    because: string;
    pane: SessionPane | null;
    pid: number;
    startTicks: number;
    /** Whether it is in front in its pane. */
    inFront: boolean;
    ties: readonly { source: Source; path: string; because: string }[];
  };
}

/** `GET /v1/wait` */
export interface WaitAnswer {
  seq: string;
  /** `gone`: one that was needed has ended. */
  outcome: "met" | "timeout" | "gone" | "aborted";
  /** As they are at that moment; the ended ones as they last were. */
  sessions: readonly SessionJson[];
  /** Ids of those that are as was waited for. */
  met: readonly string[];
  /** Ids of those that have ended. */
  gone: readonly string[];
}

/** `POST …/send` */
export interface SendAnswer {
  id: string;
  typed: boolean;
  submitted: boolean;
  /** By what the submission was proven; null when nothing was submitted. */
  proof: Proof | null;
  how: "paste" | "keys";
  /** What stood in the way, and was overridden or found by a dry run. */
  closed: readonly { gate: string; because: string; hint: string }[];
  /** When Enter was pressed. */
  enteredAt: string | null;
  /** With `waitMs`: how the turn ended that this text began. */
  turn: TurnEnd | null;
}

/** `GET …/turn` */
export interface TurnAnswer {
  id: string;
  turn: TurnEnd;
}

/** `POST …/keys` and `…/interrupt` */
export interface KeysAnswer {
  id: string;
  /** Those that were pressed. */
  keys: readonly string[];
}

/** `POST …/approve`, `…/deny` and `…/answer` */
export interface DialogAnswer {
  id: string;
  verb: "approve" | "deny" | "answer";
  /** Label of the option that was taken. */
  option: string;
  /** The option stood for own words, and they were written. */
  own: boolean;
  keys: readonly string[];
  /** What it asked right after; null: nothing. */
  next: { kind: AttentionKind; text: string | null } | null;
}

/** `POST …/kill` */
export interface KillAnswer {
  id: string;
  pid: number;
  /** What it took; null: it had ended by itself. */
  signal: "SIGTERM" | "SIGKILL" | null;
}

/** Of what has nothing else to say. */
export interface IdAnswer {
  id: string;
}

/** `POST …/label` */
export interface LabelAnswer {
  id: string;
  label: string | null;
}

/** `POST …/seen` */
export interface SeenAnswer {
  id: string;
  /** What was unread; null: nothing was. */
  cleared: SessionJson["unread"];
}

/** `GET /v1/feed` */
export interface FeedAnswer extends FeedPage {
  seq: string;
  /** Id of the session that was asked for. */
  session: string | null;
}

/** `GET /v1/search` */
export interface SearchAnswer {
  query: string;
  /** False: there was no time for all, or more was found than was asked for. */
  complete: boolean;
  /** The best first. */
  results: readonly (Pick<SessionJson, "id" | "agent" | "label" | "project" | "pane"> & {
    hits: readonly { where: Where; at: string | null; line: string }[];
  })[];
}

/** `POST /v1/stop` */
export interface StopAnswer {
  stopping: true;
}
