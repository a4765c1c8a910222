import { statSync } from "node:fs";
import { join } from "node:path";
import type { BackgroundState, Listed } from "../agents/_background.ts";
import { registry } from "../agents/_registry.ts";
import { readRepo, type RepoFacts } from "../io/git.ts";
import { readSmallFile } from "../io/small-file.ts";

export interface BackgroundInput {
  agent: string;
  folder: string;
  /** The list as it was read last; null: never, or there was none. */
  list: Stamp | null;
  /** Those that it listed, with their states' stamps; null: that one could not be read yet. */
  known: readonly { name: string; stamp: Stamp | null }[];
}

export interface BackgroundScan {
  /** `unreadable`: what it said last stands. `foreign`: its format is one that nobody knows. */
  list: "same" | "unreadable" | "foreign" | { stamp: Stamp | null; listed: readonly Listed[] };
  /** States that are new or have changed, and could be read. */
  states: readonly { name: string; stamp: Stamp; state: BackgroundState; repo: RepoFacts | null }[];
}

export interface Stamp {
  mtimeMs: number;
  size: number;
}

/** A worker takes 2 KiB of the list; what a turn brought is part of a state. */
const MAX_BYTES = 4 << 20;

/** Reads the list of an agent's background agents, and the states of those that it lists. */
export function scanBackground({ agent, folder, list, known }: BackgroundInput): BackgroundScan {
  const rules = registry.get(agent)?.background;
  if (!rules) return { list: { stamp: null, listed: [] }, states: [] };
  const read = readList(join(folder, rules.list), list, rules.readList);
  const names = typeof read === "string" ? known : read.listed;
  const states = names.flatMap(({ name }) => {
    const before = known.find((one) => one.name === name)?.stamp ?? null;
    const file = readJson(join(folder, rules.state(name)), before);
    const state = typeof file === "string" ? null : rules.readState(file.body);
    if (typeof file === "string" || state === null) return [];
    const cwd = state.cwd ?? (typeof read === "string" ? null : cwdOf(read.listed, name));
    return [{ name, stamp: file.stamp, state, repo: cwd === null ? null : readRepo(cwd) }];
  });
  return { list: read, states };
}

function readList(
  path: string,
  before: Stamp | null,
  parse: (body: unknown) => readonly Listed[] | null,
): BackgroundScan["list"] {
  const file = readJson(path, before);
  if (file === "absent") return { stamp: null, listed: [] };
  if (typeof file === "string") return file;
  const listed = parse(file.body);
  return listed === null ? "foreign" : { stamp: file.stamp, listed };
}

function cwdOf(listed: readonly Listed[], name: string): string | null {
  return listed.find((one) => one.name === name)?.cwd ?? null;
}

type Json = { stamp: Stamp; body: unknown } | "same" | "absent" | "unreadable";

/** Half-written is unreadable: the next look tells. */
function readJson(path: string, before: Stamp | null): Json {
  try {
    const { mtimeMs, size } = statSync(path);
    if (before?.mtimeMs === mtimeMs && before.size === size) return "same";
    const file = readSmallFile(path, MAX_BYTES);
    if (!file) return "unreadable";
    return {
      stamp: { mtimeMs: file.mtimeMs, size: file.size },
      body: JSON.parse(file.text) as unknown,
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "absent" : "unreadable";
  }
}
