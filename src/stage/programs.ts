import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** How a stand-in is started, and which process of it is the agent. */
export interface Program {
  /** argv[0] is a path that ends in the agent's name, or in that of its launcher. */
  command: readonly string[];
  /** True when `command` only launches the agent and stays as its parent. */
  launched: boolean;
  /** argv[0] of the agent itself. */
  argv0: string;
}

export interface Programs {
  of(agent: string): Program;
}

/**
 * Agents whose process is not simply a program of their name. `child`: the agent is the
 * interpreter's child, once more the script or a program of its own.
 */
const LAUNCHERS: Readonly<
  Record<string, { interpreter: string; child: "script" | "program" | null }>
> = {
  copilot: { interpreter: "node", child: "program" },
  gemini: { interpreter: "node", child: "script" },
  omp: { interpreter: "bun", child: null },
};

/** Agents whose program has another name. */
const PROGRAMS: Readonly<Record<string, string>> = { cursor: "cursor-agent", antigravity: "agy" };

/** A forgotten stand-in ends by itself after a day. */
const SLEEP_SECONDS = "86400";

/**
 * Makes programs in `folder` that are named as agents and do nothing. Links to `sleep`, because a
 * thousand of them must fit in memory; scripts of `sh` where an interpreter's name comes first.
 */
export function createPrograms(folder: string): Programs {
  const made = new Map<string, Program>();
  return {
    of(agent) {
      const program = made.get(agent) ?? makeProgram(folder, agent);
      made.set(agent, program);
      return program;
    },
  };
}

function makeProgram(folder: string, agent: string): Program {
  const launcher = LAUNCHERS[agent];
  const path = join(folder, PROGRAMS[agent] ?? agent);
  if (!launcher) return alone(makeSleeper(path));
  const interpreter = join(folder, launcher.interpreter);
  const child =
    launcher.child === "program"
      ? makeSleeper(join(folder, "native", agent))
      : [interpreter, path, ...(launcher.child ? ["again"] : [])];
  // Opening a pipe that nobody writes to waits without a process of its own, as `sleep` would be.
  const pipe = join(folder, `${agent}.pipe`);
  spawnSync("mkfifo", [pipe]);
  const sleep = `read -r _ <${quote(pipe)}`;
  // As in the pane's script: no "Killed" on the screen, which a shell says of its child.
  const launch = `exec 3>&2 2>/dev/null; (exec ${child.map(quote).join(" ")} 2>&3 3>&-)`;
  const cases = ["probe) ;;", `again) ${sleep} ;;`, `*) ${launcher.child ? launch : sleep} ;;`];
  writeFileSync(path, `case $1 in\n${cases.join("\n")}\nesac\n`);
  if (!link("sh", interpreter, [path, "probe"])) return alone(linkNode(interpreter, path));
  return { command: [interpreter, path], launched: launcher.child !== null, argv0: child[0]! };
}

function alone(command: readonly string[]): Program {
  return { command, launched: false, argv0: command[0]! };
}

function makeSleeper(path: string): readonly string[] {
  mkdirSync(dirname(path), { recursive: true });
  return link("sleep", path, ["0"]) ? [path, SLEEP_SECONDS] : linkNode(path, `${path}.cjs`);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Links `path` to a program on PATH; false when that one can't run under a foreign name. */
function link(program: string, path: string, probe: readonly string[]): boolean {
  rmSync(path, { force: true });
  symlinkSync(realpathSync(find(program)), path);
  return spawnSync(path, probe).status === 0;
}

/**
 * BusyBox and uutils are one program for all names and refuse one that they don't know. There Node
 * itself sleeps: forty times the memory, but right for the demo's handful.
 */
function linkNode(path: string, script: string): readonly string[] {
  writeFileSync(script, `setTimeout(() => {}, ${SLEEP_SECONDS}000);\n`);
  rmSync(path, { force: true });
  symlinkSync(process.execPath, path);
  return [path, script];
}

function find(program: string): string {
  for (const folder of process.env.PATH?.split(delimiter) ?? []) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`There is no ${program} on PATH`);
}
