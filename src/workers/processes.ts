import type { RepoFacts } from "../io/git.ts";
import type { Discovery } from "../io/host.ts";
import { scanProc } from "./processes-proc.ts";
import { scanPs } from "./processes-ps.ts";

/** A process as a scan sees it. Only an agent's has a directory and an environment. */
export interface ProcessInfo {
  pid: number;
  ppid: number;
  /** Ticks since boot from `/proc`; epoch milliseconds, known to the second, from `ps`. */
  startTicks: number;
  /** `pts/3`, `ttys003`, or null without a terminal, and for a terminal that is none of ours. */
  tty: string | null;
  /** Its session, which a terminal has but one of; absent where that cannot be told. */
  session?: number;
  /** Equal as long as it runs the same program in the same place; absent from `ps`. */
  mark?: string;
  /** Its group has the terminal: what the pane shows is its own drawing. */
  foreground: boolean;
  /** Stopped by a signal: alive, but it neither reads nor draws. */
  stopped: boolean;
  agent: AgentProcess | null;
  /** Sockets of a tmux server, those that can be told; null for every other process. */
  tmuxSockets: readonly string[] | null;
}

export interface AgentProcess {
  name: string;
  cwd: string | null;
  repo: RepoFacts | null;
  /** Only the variables that the agent's file names. Never known from `ps`: default folders only. */
  env: Readonly<Record<string, string>>;
  /** Why it cannot be checked that this is the agent, as the end of "but it …"; null: it is. */
  unverified: string | null;
  /** Name of the background agent that it shows; absent: of none. */
  shows?: string;
}

export interface ScanInput {
  known: Int32Array;
  /** Of those known: to be read anew. */
  verify: readonly number[];
  /** To be read anew if they are not as they were. */
  glance: readonly { pid: number; mark: string }[];
  /** Folders may be asked for with a program that failed lately: false leaves them out. @default true */
  folders?: boolean;
}

export interface ProcessScan {
  /** Processes not known before, those that were to be verified and still live, and those that are not as they were. */
  read: ProcessInfo[];
  /** Known ones that have ended. */
  gone: number[];
  /** Why folders are missing; null: they are as complete as can be. */
  trouble: string | null;
}

/**
 * One look at the machine's processes. Throws when they cannot be listed: "discovery failed" is never
 * "no agents".
 */
export async function scanProcesses(
  input: ScanInput & { discovery: Discovery },
): Promise<ProcessScan> {
  return input.discovery === "ps" ? scanPs(input) : scanProc(input);
}
