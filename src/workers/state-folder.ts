import { readdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { registry } from "../agents/_registry.ts";
import type { PublishedWord } from "../agents/define.ts";
import { readSmallFile } from "../io/small-file.ts";
import { parseMarker, type Marker } from "./markers.ts";

/** What may lie in a flat folder of small files, one for each process or conversation. */
export interface StateFiles {
  published: PublishedWord;
  marker: Marker;
}
export type StateKind = keyof StateFiles;
/** Of folders that are watched; a background agent's files are read by a task of their own. */
export type WatchKind = StateKind | "background";

export interface StateFolder {
  kind: StateKind;
  /** Whose words they are; of markers, which tell it themselves, nobody's. */
  agent: string;
  folder: string;
}

/** A file as it was read. */
export interface StateFile<K extends StateKind = StateKind> {
  name: string;
  mtimeMs: number;
  size: number;
  /** Null: it says nothing, or could not be read. */
  value: StateFiles[K] | null;
}

export interface StateScan {
  /** Files that are new or have changed. */
  changed: StateFile[];
  gone: string[];
  /** Which folder it is: another one may have its name by now, and its number. Null when there is none (yet). */
  identity: string | null;
  /** When a name in it came or went; 0 when there is none. */
  mtimeMs: number;
}

export interface StateScanInput extends StateFolder {
  /** Files to look at. */
  known: readonly (Stamp & { name: string })[];
  /** All that are known: what is not among them is read too, and who is missing told. Null: not to be looked for. */
  names: readonly string[] | null;
}

type Stamp = Pick<StateFile, "mtimeMs" | "size">;

/** Never the `.key` beside what Claude publishes: that is a secret. */
export const STATE_FILE: Record<WatchKind, RegExp> = {
  published: /^\d{1,9}\.json$/,
  marker: /^[a-z][a-z0-9_-]{0,31}-[A-Za-z0-9_-]{1,128}\.json$/,
  background: /^[a-z]+\.json$/,
};

/** A marker has at most 64 KiB of the agent's own, and a line of ours. */
const MAX_BYTES = 80 << 10;

/** Reconciles a folder with what is known of it: what the watcher missed is found here. */
export function scanState({ known, names, ...folder }: StateScanInput): StateScan {
  let found: { identity: string; mtimeMs: number; all: string[] };
  try {
    const { ino, birthtimeNs, mtimeNs } = statSync(folder.folder, { bigint: true });
    const inside = names === null ? [] : readdirSync(folder.folder);
    const all = inside.filter((name) => STATE_FILE[folder.kind].test(name));
    found = { identity: `${ino} ${birthtimeNs}`, mtimeMs: Number(mtimeNs) / 1e6, all };
  } catch {
    const gone = names ?? known.map(({ name }) => name);
    return { changed: [], gone: [...gone], identity: null, mtimeMs: 0 };
  }
  const { all, ...which } = found;
  const isKnown = new Set(names);
  const fresh = all.filter((name) => !isKnown.has(name));
  const read = [
    ...known.flatMap((before) => readState({ ...folder, name: before.name, before }) ?? []),
    ...fresh.flatMap((name) => readState({ ...folder, name }) ?? []),
  ];
  const isThere = new Set(all);
  const gone = new Set(names?.filter((name) => !isThere.has(name)));
  for (const { name, mtimeMs } of read) if (mtimeMs < 0) gone.add(name);
  return { changed: read.filter(({ mtimeMs }) => mtimeMs >= 0), gone: [...gone], ...which };
}

/** Those of these files that have changed. */
export function readStates({
  files,
  ...folder
}: StateFolder & { files: readonly { name: string; before?: Stamp | undefined }[] }): StateFile[] {
  return files.flatMap((file) => readState({ ...folder, ...file }) ?? []);
}

/** Null when it has not changed since `before`; without a moment (-1) when it is not there. */
export function readState(
  input: StateFolder & { name: string; before?: Stamp | undefined },
): StateFile | null {
  const path = join(input.folder, input.name);
  try {
    const { mtimeMs, size } = statSync(path);
    if (input.before?.mtimeMs === mtimeMs && input.before.size === size) return null;
    const file = readSmallFile(path, MAX_BYTES);
    if (!file) return { name: input.name, mtimeMs, size, value: null };
    const value = parseState(input, file.text, file.mtimeMs);
    return { name: input.name, mtimeMs: file.mtimeMs, size: file.size, value };
  } catch {
    // Half-written or just removed: the next look tells.
    return { name: input.name, mtimeMs: -1, size: -1, value: null };
  }
}

function parseState(
  { kind, agent, name }: StateFolder & { name: string },
  text: string,
  mtimeMs: number,
): StateFiles[StateKind] | null {
  if (kind === "marker") return parseMarker(text);
  const word = registry.get(agent)?.published?.read(JSON.parse(text)) ?? null;
  return checkPublished(word, name, mtimeMs);
}

/** A clock of ours and a clock of theirs are one; a second is for rounding. */
const FUTURE_MS = 1000;

/** A file speaks of the process that it is named by; and not of times that have yet to come. */
function checkPublished(
  word: PublishedWord | null,
  name: string,
  mtimeMs: number,
): PublishedWord | null {
  if (word === null || `${word.pid}.json` !== name) return null;
  return word.at !== null && word.at > mtimeMs + FUTURE_MS ? { ...word, at: null } : word;
}

/** Removes markers that nobody has written since they were read. */
export function removeMarkers(markers: readonly { path: string; at: number }[]): void {
  for (const { path, at } of markers) {
    try {
      if (statSync(path).mtimeMs === at) unlinkSync(path);
    } catch {
      // Gone already, or not ours to remove: it is left out of account either way.
    }
  }
}
