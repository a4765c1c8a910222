import type fs from "node:fs";
import { basename, dirname, join } from "node:path";
import type { WritingDisk } from "../io/write-anew.ts";
import type { Refusal } from "./entries.ts";

/** The part of `node:fs` that setup works with: a test may stand in between. */
export type Disk = WritingDisk &
  Pick<
    typeof fs,
    | "accessSync"
    | "constants"
    | "lstatSync"
    | "mkdirSync"
    | "readFileSync"
    | "realpathSync"
    | "rmdirSync"
    | "statSync"
  >;

/** A file of an agent's, as it is now. */
export interface Target {
  /** As people know it. */
  path: string;
  /** Where it is in truth, behind all links; what is written is this. */
  file: string;
  /** Null: there is none. */
  bytes: Buffer | null;
  mode: number;
  gid: number | null;
  /** Why it must not be written; null when it may. */
  closed: Refusal | null;
}

const MAX_BYTES = 16 << 20;

/**
 * @param mode of a file that there is not yet
 * @returns why it can't even be read, instead
 */
export function lookAt(disk: Disk, path: string, uid: number, mode: number): Target | Refusal {
  try {
    const file = resolveLinks(disk, path);
    if (file === null)
      return { refused: "is a link to nowhere", hint: "Remove it, or make what it names." };
    const stat = disk.statSync(file, { throwIfNoEntry: false });
    if (!stat)
      return { path, file, bytes: null, mode, gid: null, closed: findLock(disk, file, uid) };
    if (!stat.isFile()) return { refused: "is no file", hint: "Move it out of the way." };
    if (stat.size > MAX_BYTES)
      return { refused: `has over ${MAX_BYTES >> 20} MiB`, hint: "Look at what has filled it." };
    const bytes = disk.readFileSync(file);
    const closed = findLock(disk, file, uid);
    return { path, file, bytes, mode: stat.mode & 0o7777, gid: stat.gid, closed };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      refused: `can't be read: ${code ?? message}`,
      hint: "Look at who may, and mend that.",
    };
  }
}

/** What is made from something else may be made anew: then our changes are gone, or back. */
export function notesOn({ path, file, bytes }: Target): string[] {
  const link = path === file ? [] : [`is ${file}, behind a link`];
  const head = bytes?.toString("utf8", 0, 1000) ?? "";
  const words =
    /[^\n"]*(?:(?:managed|generated|written) (?:by|with|from)|do not edit)[^\n"]*/i.exec(head)?.[0];
  const made = words ? [`says of itself "${words.trim()}": change it there too`] : [];
  return [...link, ...made];
}

/** The path without links; null when one of them leads nowhere. What is not there yet has none. */
function resolveLinks(disk: Disk, path: string): string | null {
  const isThere = disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  try {
    if (isThere) return disk.realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const folder = dirname(path);
  const real = folder === path ? path : resolveLinks(disk, folder);
  return real === null ? null : join(real, basename(path));
}

const AS_OWNER = "Run this as that user.";

/** What keeps us from writing a file anew beside it; the rights count for root too. */
function findLock(disk: Disk, file: string, uid: number): Refusal | null {
  const stat = disk.statSync(file, { throwIfNoEntry: false });
  const hint = "Add by hand, where it comes from, what the diff shows.";
  if (stat && stat.uid !== uid)
    return { refused: `belongs to another user (uid ${stat.uid})`, hint };
  if (stat && (stat.mode & 0o200) === 0) return { refused: "is write-protected", hint };
  if (stat && stat.nlink > 1)
    return { refused: `has ${stat.nlink} names (hard links), and would keep but one`, hint };
  const folder = existing(disk, dirname(file));
  const { mode, uid: owner } = disk.statSync(folder);
  // By root, in somebody's home: what it makes there that person could not read.
  if (uid === 0 && owner !== 0)
    return { refused: `${folder} belongs to another user (uid ${owner})`, hint: AS_OWNER };
  const isOpen = canWrite(disk, folder) && (owner !== uid || (mode & 0o200) !== 0);
  return isOpen ? null : { refused: `is in ${folder}, which can't be written`, hint };
}

function canWrite(disk: Disk, path: string): boolean {
  try {
    disk.accessSync(path, disk.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder, or what there is on the way to it. */
function existing(disk: Disk, folder: string): string {
  const stat = disk.statSync(folder, { throwIfNoEntry: false });
  return stat || folder === "/" ? folder : existing(disk, dirname(folder));
}
