/** Which agents are installed, and where each has its settings. */
import { delimiter, join } from "node:path";
import type { Agent } from "../agents/define.ts";
import { identify } from "../agents/_identify.ts";
import type { SetupRules } from "../agents/_setup.ts";
import type { Env } from "../core/paths.ts";
import { listPids, readArgv, readEnv, readStat, readUid } from "../io/proc.ts";
import { runProgram } from "../io/run.ts";
import type { Disk } from "./target.ts";
import { findVersion } from "./versions.ts";

/** An agent that setup knows. */
export interface Known {
  agent: Agent;
  rules: SetupRules;
}

export interface Found {
  /** The program on PATH; null: it is not installed. */
  program: string | null;
  /** Null: it is not installed, or would not tell. */
  version: string | null;
}

/** Node itself may need a second on a busy machine. */
const PATIENCE_MS = 10_000;

export async function findInstalled(disk: Disk, { rules }: Known, env: Env): Promise<Found> {
  const program = findProgram(disk, rules.programs, env);
  if (program === null) return { program, version: null };
  const result = await runProgram(program, ["--version"], { env, timeoutMs: PATIENCE_MS });
  return { program, version: result.ok ? findVersion(result.stdout + result.stderr) : null };
}

export function findProgram(disk: Disk, names: readonly string[], env: Env): string | null {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => isExecutable(disk, path)) ?? null;
}

function isExecutable(disk: Disk, path: string): boolean {
  try {
    disk.accessSync(path, disk.constants.X_OK);
    return disk.statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The folders of an agent's settings: the one that our environment names, and those that there are of the others:
 * where it is without a variable, and where the running ones have theirs.
 */
export function findFolders(
  disk: Disk,
  { rules }: Known,
  env: Env,
  home: string,
  running: readonly Env[],
): string[] {
  const [first, ...others] = [env, {}, ...running].map((one) => trim(rules.folder(one, home)));
  const there = others.filter((folder) => isFolder(disk, folder));
  return [...new Set([first!, ...there])];
}

/** The file in which an agent with this environment looks for its hooks. */
export function settingsFile({ rules }: Known, env: Env, home: string): string {
  return join(trim(rules.folder(env, home)), rules.place.file);
}

function trim(folder: string): string {
  return folder.replace(/(?<=.)\/+$/, "");
}

/** False also of what can't be looked at: another's environment may name anything. */
function isFolder(disk: Disk, path: string): boolean {
  try {
    return disk.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** By agent, what the environments of its running processes say of its folders: of those that share our home. */
export function findRunning(
  known: readonly Known[],
  home: string,
  uid: number,
): ReadonlyMap<string, Env[]> {
  const found = new Map<string, Env[]>();
  for (const pid of pids()) {
    if (readUid(pid) !== uid) continue;
    const name = identify(readArgv(pid), readStat(pid)?.comm ?? "");
    const one = known.find(({ agent }) => agent.name === name);
    if (!one || one.agent.process.env.length === 0) continue;
    const { HOME, ...env } = readEnv(pid, ["HOME", ...one.agent.process.env]);
    if (HOME === home) found.set(one.agent.name, [...(found.get(one.agent.name) ?? []), env]);
  }
  return found;
}

function pids(): number[] {
  try {
    return listPids();
  } catch {
    return []; // No /proc: then only our own environment tells.
  }
}
