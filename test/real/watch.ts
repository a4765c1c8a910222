/**
 * The independent witness. Runs inside the sandbox, beside ccmux, and imports nothing of it: prints
 * one JSON line whenever the pane's screen or title, the agent's process or what it publishes changes.
 *
 *   node watch.ts TMUX_SOCKET AGENT [FOLDER_OF_PUBLISHED_STATES [LAUNCHER PROGRAM]]
 *
 * The last two are expressions: an agent that a launcher started is the launcher's child.
 *
 * It judges nothing: `truth.ts` reads what it saw, so that a run can be judged again later.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

export type Sighting =
  | { at: number; look: { title: string; screen: string } }
  | { at: number; process: { pid: number } | null }
  | { at: number; file: { status?: string; waitingFor?: string } | null };

const SCREEN_EVERY_MS = 25;
const FILES_EVERY_MS = 4;

const run = promisify(execFile);
const [socket = "", agent = "", states, ...launched] = process.argv.slice(2);
const [launcher, program] = launched.map((text) => new RegExp(text));
const last: Record<string, string> = {};
let shell = "";
let agentPid: number | undefined;

function tell(kind: "look" | "process" | "file", value: unknown): void {
  const text = JSON.stringify(value);
  if (last[kind] === text) return;
  last[kind] = text;
  console.log(JSON.stringify({ at: Date.now(), [kind]: value }));
}

/** One client a capture: a control-mode client would count as somebody who looks at the pane. */
async function look(): Promise<void> {
  const { stdout } = await run(
    "tmux",
    [
      "-u",
      "-S",
      socket,
      "display-message",
      "-p",
      "-t",
      "main",
      "#{pane_pid}\t#{pane_title}",
    ].concat([";", "capture-pane", "-p", "-t", "main"]),
    { timeout: 2000, killSignal: "SIGKILL" },
  );
  const [head = "", ...lines] = stdout.split("\n");
  const [pid = "", title = ""] = head.split("\t");
  shell = pid;
  tell("look", { title, screen: lines.join("\n") });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

/** A killed process stays in /proc as a zombie until its parent has asked for it: that is gone too. */
function isAlive(pid: string): boolean {
  return !/\) Z/.test(read(`/proc/${pid}/stat`) ?? ") Z");
}

/** By the command line where the kernel's name is Node's, `MainThread`. */
function isAgent(pid: string, line: RegExp | undefined): boolean {
  if (!isAlive(pid)) return false;
  if (!line) return (read(`/proc/${pid}/stat`) ?? "").includes(`(${agent}) `);
  return line.test((read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trimEnd());
}

function childOf(parent: string | undefined, line: RegExp | undefined): string | undefined {
  const children = parent ? (read(`/proc/${parent}/task/${parent}/children`) ?? "") : "";
  return children.split(" ").find((child) => child && isAgent(child, line));
}

function findProcess(): void {
  const first = childOf(shell, launcher);
  const pid = (program && childOf(first, program)) || first;
  agentPid = pid ? Number(pid) : undefined;
  tell("process", pid ? { pid: Number(pid) } : null);
}

/** Only `<pid>.json`: the key beside it is a secret of the agent's. */
function readState(): void {
  const text = agentPid && states ? read(`${states}/${agentPid}.json`) : undefined;
  if (!text) return tell("file", null);
  try {
    const { status, waitingFor } = JSON.parse(text) as { status?: string; waitingFor?: string };
    tell("file", { status, waitingFor });
  } catch {
    // Caught half written: the next read, a few milliseconds on, has the whole.
  }
}

async function forever(everyMs: number, task: () => void | Promise<void>): Promise<never> {
  for (;;) {
    const started = Date.now();
    await task();
    await new Promise((done) => setTimeout(done, Math.max(1, everyMs - (Date.now() - started))));
  }
}

if (import.meta.main) {
  process.stdout.on("error", () => process.exit());
  void forever(FILES_EVERY_MS, () => {
    findProcess();
    readState();
  });
  void forever(SCREEN_EVERY_MS, () => look().catch(() => {}));
}
