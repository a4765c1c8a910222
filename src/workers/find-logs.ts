import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";
import type { LogPlace } from "../agents/_log.ts";
import { registry } from "../agents/_registry.ts";
import { openFiles } from "../io/proc.ts";
import { findConversations } from "./database.ts";
import { readHead } from "./tail.ts";

export interface FindInput {
  agent: string;
  place: LogPlace;
  /** Processes there whose log nobody knows yet. */
  pids: readonly number[];
  /** Logs that nobody has written to since are none of theirs, in epoch milliseconds. */
  since: number;
}

export interface FoundLog {
  path: string;
  nativeId: string;
  /** In a database: its last use is all there is to say. */
  bornAt: number;
  /** The process that says it is its own. */
  ownerPid: number | null;
  /** One of many in a database. */
  conversation: boolean;
}

export interface LogFinds {
  logs: FoundLog[];
  /** Logs that these processes have open right now. */
  open: { pid: number; path: string }[];
}

/** Folders of one level that are looked into, the last changed first: years of logs are nobody's present. */
const MAX_FOLDERS = 400;

/** Looks for the logs of a place. A folder that can't be read has none. */
export function findLogs({ agent, place, pids, since }: FindInput): LogFinds {
  const rules = registry.get(agent)?.log;
  if (!rules) return { logs: [], open: [] };
  const open = pids.flatMap((pid) =>
    [...new Set(openFiles(pid))]
      .filter((path) => rules.path.test(path))
      .map((path) => ({ pid, path })),
  );
  if (rules.database) return { logs: findConversations(rules.database, place, since), open: [] };
  const logs: FoundLog[] = [];
  for (const root of new Set(rules.folders(place))) {
    for (const folder of foldersBelow(root, rules.depth)) {
      const files = list(folder).filter((entry) => entry.isFile());
      const owner = rules.owner && ownerOf(files, rules.owner);
      for (const { name } of files) {
        const path = join(folder, name);
        const nativeId = rules.path.exec(path)?.[1];
        const times = nativeId === undefined ? null : timesOf(path);
        if (nativeId === undefined || !times || times.mtimeMs < since) continue;
        logs.push({
          path,
          nativeId,
          bornAt: times.bornAt,
          ownerPid: owner ?? null,
          conversation: false,
        });
      }
    }
  }
  return {
    logs: logs.filter((log) => isOwn(agent, log.path, place.cwd)),
    open: open.filter(({ path }) => isReal(path) && isOwn(agent, path, null)),
  };
}

/** Not a subagent's, and of no other directory. */
function isOwn(agent: string, path: string, cwd: string | null): boolean {
  const head = readHead(agent, path);
  if (!head || head.isSubagents) return false;
  return cwd === null || head.cwd === null || head.cwd === cwd;
}

function foldersBelow(root: string, depth: number): string[] {
  let folders = [root];
  for (let level = 0; level < depth; level += 1) {
    folders = lastChanged(
      folders.flatMap((folder) =>
        list(folder)
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => join(folder, name)),
      ),
    );
  }
  return folders;
}

/** Names do not tell which: some are dates, some are random. */
function lastChanged(folders: readonly string[]): string[] {
  if (folders.length <= MAX_FOLDERS) return [...folders];
  return folders
    .map((path) => ({ path, at: timesOf(path)?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_FOLDERS)
    .map(({ path }) => path);
}

function ownerOf(files: readonly Dirent[], owner: RegExp): number | null {
  const pids = files.flatMap(({ name }) => Number(owner.exec(name)?.[1] ?? Number.NaN) || []);
  return pids.length === 1 ? pids[0]! : null;
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function timesOf(path: string): { bornAt: number; mtimeMs: number } | null {
  try {
    const { birthtimeMs, mtimeMs } = statSync(path);
    // Where a file system keeps no birth, the last write is the only moment there is.
    return { bornAt: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs, mtimeMs };
  } catch {
    return null;
  }
}

/** A file that was removed while it is open has ` (deleted)` in its link. */
function isReal(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    return false;
  }
}
