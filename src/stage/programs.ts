import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** How an agent's process looks, where it is not simply a program of the agent's name. */
const LAUNCHED_BY: Readonly<Record<string, string>> = {
  copilot: "node",
  gemini: "node",
  omp: "bun",
};

/** A forgotten stand-in ends by itself after a day. */
const SLEEP_SECONDS = "86400";

/** Command lines of stand-ins: argv[0] is a path that ends in the agent's name or its launcher's. */
export interface Programs {
  command(agent: string): readonly string[];
}

/**
 * Makes programs in `folder` that are named as agents and do nothing. Links to `sleep`, because a
 * thousand of them must fit in memory; scripts of `sh` where an interpreter's name comes first.
 */
export function createPrograms(folder: string): Programs {
  const made = new Map<string, readonly string[]>();
  return {
    command(agent) {
      const command = made.get(agent) ?? makeProgram(folder, agent);
      made.set(agent, command);
      return command;
    },
  };
}

function makeProgram(folder: string, agent: string): readonly string[] {
  const path = join(folder, agent);
  const launcher = LAUNCHED_BY[agent];
  if (!launcher) {
    if (link("sleep", path, ["0"])) return [path, SLEEP_SECONDS];
    return linkNode(path, join(folder, "sleep.cjs"));
  }
  // Opening a pipe that nobody writes to waits without a process of its own, as `sleep` would be.
  writeFileSync(
    path,
    `[ -p "$0.pipe" ] || mkfifo "$0.pipe"\n[ $# -gt 0 ] || read -r _ <"$0.pipe"\n`,
  );
  const interpreter = join(folder, launcher);
  return link("sh", interpreter, [path, "probe"])
    ? [interpreter, path]
    : linkNode(interpreter, path);
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
