import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { PATH_INSIDE, type Sandbox } from "./sandbox.ts";
import type { Agent, Kind, Status } from "./types.ts";

/** One line of `ccmux events --follow --json`, as far as it is read here. */
interface Event {
  seq: string;
  at: string;
  type: "created" | "updated" | "removed" | "snapshot" | "health";
  session?: Session;
  sessions?: Session[];
}
interface Session {
  id: string;
  pid?: number | null;
  status?: Status;
  statusSince?: string;
  source?: string | null;
  attention?: { kind?: Kind; since?: string; generation?: string } | null;
}

/** What ccmux said of one process from a moment on. */
export interface Seen {
  /** The event's own time, and when its line was read here: milliseconds since the Unix epoch. */
  at: number;
  arrivedAt: number;
  id: string;
  pid: number | null;
  status: Status | "gone";
  kind: Kind | null;
  source: string | null;
  /** Of the dialog; null: there is none. */
  generation?: string | null;
  /** Since when it is so, as ccmux has it. */
  since?: number;
  /** It was so when the stream began: no news. */
  isOld?: boolean;
}

/** How a command of ccmux ended. */
export interface Attempt {
  /** Its exit code; null when it had to be ended. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Milliseconds since the Unix epoch. */
  startedAt: number;
  endedAt: number;
}

/** Of ccmux inside the sandbox. */
export const HOME = "/tmp/ccmux";

const PROGRAM = ["env", "CCMUX_TMUX_SOCKET=/opt/log/tmux.sock", `CCMUX_HOME=${HOME}`].concat(
  "/opt/product/bin/ccmux",
);

const COMMAND_MS = 60_000;
/** It asks the agent for its version. */
const SETUP_MS = 90_000;

/** ccmux inside the sandbox, followed for the whole tour. */
export class Ccmux {
  readonly seen: Seen[] = [];
  readonly lines: string[] = [];
  /** What is wrong with the stream itself. */
  readonly faults: string[] = [];
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  command(...args: string[]): Promise<string> {
    return this.#sandbox.run([...PROGRAM, ...args], COMMAND_MS);
  }

  /** A command whose failure is a result like any other. */
  async attempt(args: string[], timeoutMs: number): Promise<Attempt> {
    type Failure = { code?: number | string | null; stdout?: string; stderr?: string };
    const startedAt = Date.now();
    const ended = await this.#sandbox.run([...PROGRAM, ...args], timeoutMs).then(
      (stdout) => ({ code: 0, stdout, stderr: "" }),
      ({ code, stdout = "", stderr = "" }: Failure) => ({
        code: typeof code === "number" ? code : null,
        stdout,
        stderr,
      }),
    );
    return { ...ended, startedAt, endedAt: Date.now() };
  }

  /** As a person makes an agent tell what it does: `setup` finds it on PATH. */
  async setUp({ name, install }: Agent): Promise<void> {
    const path = `PATH=/opt/agents/${install.folder}/node_modules/.bin:${PATH_INSIDE}`;
    const setup = [...PROGRAM, "setup", "--yes", "--agent", name];
    await this.#sandbox.run(["env", path, ...setup], SETUP_MS);
  }

  /** Starts the daemon and the event stream; resolves once the stream has begun. */
  async start(): Promise<void> {
    await this.command("daemon", "start");
    const follow = this.#sandbox.start([...PROGRAM, "events", "--follow", "--json"]);
    let complaint = "";
    follow.stderr?.on("data", (text: Buffer) => (complaint += text.toString()));
    createInterface({ input: follow.stdout! }).on("line", (line) => this.#read(line, Date.now()));
    for (let i = 0; i < 400 && !this.lines.length && follow.exitCode === null; i++) await sleep(50);
    if (!this.lines.length) throw new Error(`ccmux events said nothing in 20 s. ${complaint}`);
    follow.on("exit", (code) => this.faults.push(`the event stream ended early, with ${code}`));
  }

  /** What it says now of a process. */
  now(pid: number | null): Seen | undefined {
    return this.seen.findLast((seen) => seen.pid === pid);
  }

  /** What it says now of a row. */
  of(id: string): Seen | undefined {
    return this.seen.findLast((seen) => seen.id === id);
  }

  #read(line: string, arrivedAt: number): void {
    this.lines.push(`{"arrivedAt":${arrivedAt},"event":${line}}`);
    let event: Event;
    try {
      event = JSON.parse(line) as Event;
    } catch {
      this.faults.push(`a line of the event stream is no JSON: ${line.slice(0, 200)}`);
      return;
    }
    const at = Date.parse(event.at);
    const sessions = event.sessions ?? (event.session ? [event.session] : []);
    for (const session of sessions) {
      const { id, pid = null, status = "unknown", source = null, attention } = session;
      const known = pid ?? this.seen.findLast((seen) => seen.id === id)?.pid ?? null;
      const gone = event.type === "removed";
      const what = gone
        ? ({ status: "gone", kind: null } as const)
        : { status, kind: attention?.kind ?? null };
      const generation = attention?.generation ?? null;
      const since = Date.parse(attention?.since ?? session.statusSince ?? "");
      const isOld = event.type === "snapshot";
      const rest = { source, generation, since, isOld };
      this.seen.push({ at, arrivedAt, id, pid: known, ...what, ...rest });
    }
  }
}
