import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../io/small-file.ts";
import type { PublishedWord } from "../agents/define.ts";
import { registry } from "../agents/_registry.ts";

/** A state file as it was read. */
export interface PublishedFile {
  /** `<pid>.json`. */
  name: string;
  mtimeMs: number;
  size: number;
  /** Null: it is no word of this agent, or could not be read. */
  word: PublishedWord | null;
}

export interface PublishedScan {
  /** Files that are new or have changed. */
  changed: PublishedFile[];
  gone: string[];
  /** False when the folder is not there (yet). */
  exists: boolean;
}

/** Never the `.key` beside it: that is a secret. */
const STATE_FILE = /^\d{1,9}\.json$/;
const MAX_BYTES = 64 << 10;

/** Reconciles a folder of state files with what is known of it: what the watcher missed is found here. */
export function scanPublished(input: {
  agent: string;
  folder: string;
  known: readonly { name: string; mtimeMs: number; size: number }[];
}): PublishedScan {
  let names: string[];
  try {
    names = readdirSync(input.folder).filter((name) => STATE_FILE.test(name));
  } catch {
    return { changed: [], gone: input.known.map(({ name }) => name), exists: false };
  }
  const known = new Map(input.known.map((file) => [file.name, file]));
  const changed: PublishedFile[] = [];
  for (const name of names) {
    const before = known.get(name);
    known.delete(name);
    const file = readPublished({ ...input, name, before });
    if (file) changed.push(file);
  }
  return { changed, gone: [...known.keys()], exists: true };
}

/** Null when it has not changed since `before`. */
export function readPublished(input: {
  agent: string;
  folder: string;
  name: string;
  before?: { mtimeMs: number; size: number } | undefined;
}): PublishedFile | null {
  const path = join(input.folder, input.name);
  try {
    const { mtimeMs, size } = statSync(path);
    if (input.before?.mtimeMs === mtimeMs && input.before.size === size) return null;
    const file = readSmallFile(path, MAX_BYTES);
    if (!file) return { name: input.name, mtimeMs, size, word: null };
    const word = registry.get(input.agent)?.published?.read(JSON.parse(file.text)) ?? null;
    return {
      name: input.name,
      mtimeMs: file.mtimeMs,
      size: file.size,
      word: check(word, input.name, file.mtimeMs),
    };
  } catch {
    // Half-written or just removed: the next look tells.
    return { name: input.name, mtimeMs: -1, size: -1, word: null };
  }
}

/** A clock of ours and a clock of theirs are one; a second is for rounding. */
const FUTURE_MS = 1000;

/** A file speaks of the process that it is named by; and not of times that have yet to come. */
function check(word: PublishedWord | null, name: string, mtimeMs: number): PublishedWord | null {
  if (word === null || `${word.pid}.json` !== name) return null;
  return word.at !== null && word.at > mtimeMs + FUTURE_MS ? { ...word, at: null } : word;
}
