import type { ActionContext } from "./actions.ts";
import type { ApiCounts } from "./counts.ts";
import type { RowContext } from "./rows.ts";
import type { SearchContext } from "./search.ts";
import type { Agent } from "../agents/define.ts";
import { AppError } from "../core/errors.ts";
import type { Caller } from "../core/reference.ts";
import type { Peek } from "../pipeline/peek.ts";
import type { KeptStore } from "../pipeline/kept-store.ts";
import type { Judgement } from "../pipeline/judge.ts";
import type { Scheduler } from "../pipeline/scheduler.ts";
import type { WaitOutcome, WaitRequest } from "../pipeline/wait.ts";

/** What the routes need of the daemon; made by the composition root. */
export interface ApiContext
  extends ActionContext, RowContext, SearchContext, Omit<KeptStore, "close">, Peek {
  version: string;
  pid: number;
  startedAt: number;
  socket: string;
  /** Of the TCP door; null while it is not open. */
  port: number | null;
  agents: ReadonlyMap<string, Agent>;
  now(): number;
  /**
   * Resolves once the first scan's rows are settled, and those of the tmux server that the caller stands in:
   * one that nobody knew is tracked from then on.
   */
  ready(server: string | null): Promise<void>;
  /** Somebody listens: scans come quickly until the returned function is called. */
  listen(): () => void;
  judge(id: string): Judgement | null;
  wait(request: WaitRequest, signal: AbortSignal): Promise<WaitOutcome>;
  /** Where a pane is; null while nobody knows. */
  locate(server: string, pane: string): string | null;
  counters(): ReturnType<Scheduler["counters"]>;
  /** What the doors have done. */
  counts: ApiCounts;
  stop(): void;
  onError(error: unknown): void;
}

/** The caller, as the CLI's headers tell. Believed on the Unix door only: nobody else has it. */
export function readCaller(headers: Headers, context: Pick<ApiContext, "locate">): Caller {
  const [server, pane] = [readServer(headers), readHeader(headers, "ccmux-pane")];
  const target = server && pane ? context.locate(server, pane) : null;
  return { server, pane, cwd: readHeader(headers, "ccmux-cwd"), target };
}

/** The socket of the tmux server that the caller stands in. */
export function readServer(headers: Headers): string | null {
  const server = readHeader(headers, "ccmux-server");
  return server?.startsWith("/") ? server : null;
}

function readHeader(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  try {
    const text = value && decodeURIComponent(value);
    return text && !/[\u0000-\u001f]/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** @throws AppError E_USAGE, with those that there are */
export function checkAgent(name: string, agents: ApiContext["agents"]): void {
  if (agents.has(name)) return;
  const known = [...agents.keys()].join(", ");
  throw new AppError("E_USAGE", `Unknown agent "${name}".`, `Use one of: ${known}.`);
}
