import type { WaitAnswer } from "../core/answers.ts";
import type * as Said from "../core/answers.ts";
import type { FeedType } from "../core/feed.ts";
import type { EventJson, SessionJson } from "../core/session.ts";
import type { AttentionKind, Status } from "../core/types.ts";
import type { Until } from "../core/wait.ts";

/**
 * Whom: a session, or any reference that the CLI takes (id, `%3`, `main:2.0`, `self`, label, agent, project).
 * With a session goes what you have seen of it: what writes is refused with `E_MOVED` when the agent, or the
 * dialog that it showed, is another one by now.
 */
export type Target = SessionJson | string;

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. What was typed stays typed. */
  signal?: AbortSignal;
}

export interface SessionFilter extends CallOptions {
  status?: Status | readonly Status[];
  agent?: string;
  project?: string;
  /** Only those at or below this process' directory. */
  here?: boolean;
}

export interface WaitOptions extends CallOptions {
  /** One of several is enough. @default "idle" */
  until?: Until | readonly Until[];
  /** With `waiting`: only these kinds. */
  kind?: AttentionKind | readonly AttentionKind[];
  /** One of the sessions is enough; else all have to be so at one time. @default false */
  any?: boolean;
  /** With `idle`: also no background work. @default false */
  background?: boolean;
  /** How long at most, in milliseconds; 0 only looks. @default 300000 */
  timeoutMs?: number;
  /** How long it has to stay so, in milliseconds. @default 0 */
  stableMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** The dialog that was seen: `attention.generation`. @default that of the session, if one was given */
  generation?: string;
}

export interface SendOptions extends WriteOptions {
  /** False: typed, and left there. @default true */
  enter?: boolean;
  /** Over drafts, dialogs and copy mode; never into another program. @default false */
  force?: boolean;
  /** Types nothing: says what stands in the way. @default false */
  dryRun?: boolean;
  /** Also waits for the end of the turn that it began, so many milliseconds at most, over a restart of the daemon too. */
  waitMs?: number;
}

export interface FeedOptions extends CallOptions {
  since?: string;
  session?: Target;
  agent?: string;
  type?: FeedType | readonly FeedType[];
  /** At most so many events. @default 1000 */
  limit?: number;
}

/** A connection to the daemon. Every method throws `CcmuxError`. */
export interface Client extends AsyncDisposable {
  /** How the daemon is. */
  health(options?: CallOptions): Promise<Said.HealthJson>;
  /** Kinds of agents that are known. */
  agents(options?: CallOptions): Promise<Said.AgentsJson["agents"]>;
  /** Every session, those that need somebody first. */
  sessions(filter?: SessionFilter): Promise<SessionJson[]>;
  /** @throws CcmuxError E_NOT_FOUND, E_AMBIGUOUS */
  session(target: Target, options?: CallOptions): Promise<SessionJson>;
  /**
   * Waits, however long it takes, and goes on when the daemon is started anew; at once if it is so already. Not being
   * met is no error: look at `outcome`. Pinned to the processes that are meant now: a new agent in the same pane does
   * not satisfy it. @throws CcmuxError E_DAEMON_DOWN when the daemon ends, and none comes within 30 s
   */
  wait(target: Target | readonly Target[], options?: WaitOptions): Promise<WaitAnswer>;
  /**
   * Writes a text and submits it, once, or types nothing.
   * @throws CcmuxError E_REFUSED, E_MOVED: nothing was typed; E_UNPROVEN: typed, and nobody saw it submitted, or the
   * daemon ended before it could say
   */
  send(target: Target, text: string, options?: SendOptions): Promise<Said.SendAnswer>;
  /** Presses only what surely means "yes, once". @throws CcmuxError E_REFUSED, E_MOVED, E_UNPROVEN */
  approve(target: Target, options?: WriteOptions): Promise<Said.DialogAnswer>;
  /** @throws CcmuxError E_REFUSED, E_MOVED, E_UNPROVEN */
  deny(target: Target, options?: WriteOptions): Promise<Said.DialogAnswer>;
  /** An option by its label or number, else own words where the dialog takes them. */
  answer(target: Target, text: string, options?: WriteOptions): Promise<Said.DialogAnswer>;
  /** Ends its turn, with its own keys. */
  interrupt(target: Target, options?: WriteOptions): Promise<Said.KeysAnswer>;
  /** Presses keys, named as tmux names them: `Enter`, `C-c`, `y`. */
  keys(
    target: Target,
    keys: readonly string[],
    options?: WriteOptions & { force?: boolean },
  ): Promise<Said.KeysAnswer>;
  /** What its pane shows. @param options.lines the last so many with something in them, from the history too */
  screen(
    target: Target,
    options?: CallOptions & { lines?: number; all?: boolean; ansi?: boolean },
  ): Promise<Said.ScreenJson>;
  /** What it said last, from its own log; null: nothing yet. */
  last(target: Target, options?: CallOptions): Promise<string | null>;
  /** Its last turns. @param options.turns 1 to 100, 1 by default */
  transcript(
    target: Target,
    options?: CallOptions & { turns?: number },
  ): Promise<Said.TranscriptAnswer>;
  /** Every source's word, what won, what was refused, how it is bound. */
  explain(target: Target, options?: CallOptions): Promise<Said.ExplainJson>;
  /** Names it; null takes the name away. @throws CcmuxError E_USAGE when it could be read as another reference */
  label(target: Target, name: string | null, options?: CallOptions): Promise<Said.LabelAnswer>;
  /** It was looked at: clears `unread`. */
  seen(target: Target, options?: CallOptions): Promise<Said.SeenAnswer>;
  /** Ends the agent; resolves when its process is gone. @throws CcmuxError E_REFUSED, E_MOVED, E_UNPROVEN */
  kill(target: Target, options?: CallOptions & { force?: boolean }): Promise<Said.KillAnswer>;
  /** Takes its row away until its status or its dialog changes. */
  dismiss(target: Target, options?: CallOptions): Promise<Said.IdAnswer>;
  /** Words of prompts, answers and panes. @param options.limit sessions at most, 20 by default */
  search(words: string, options?: CallOptions & { limit?: number }): Promise<Said.SearchAnswer>;
  /**
   * What happens, for as long as you listen. Begins with a `snapshot`, or after `since` where that is still
   * known. When the daemon is started anew it goes on where it was. Ends with its signal, or with `close`.
   * @param options.since the `seq` of an event or a snapshot
   */
  events(options?: CallOptions & { since?: string }): AsyncGenerator<EventJson, void, void>;
  /** What happened, from disk. @param options.since a seq, a moment in ISO 8601, or a duration back from now */
  feed(options?: FeedOptions): Promise<Said.FeedAnswer>;
  /** Ends every call that goes on; `await using` does the same. */
  close(): Promise<void>;
}
