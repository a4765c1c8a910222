import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./lock-file.ts";

/** The part of `node:fs` that a file is written with: a test may stand in between. */
export type WritingDisk = Pick<
  typeof fs,
  | "closeSync"
  | "fchmodSync"
  | "fchownSync"
  | "fsyncSync"
  | "openSync"
  | "readdirSync"
  | "renameSync"
  | "rmSync"
  | "writeFileSync"
>;

export interface WriteOptions {
  /** @default 0o600 */
  mode?: number;
  /** Null: as it comes. @default null */
  gid?: number | null;
  /** False for what is of no use after a loss of power, or written often. @default true */
  fsync?: boolean;
  /** @default `node:fs` */
  disk?: WritingDisk;
}

/**
 * Writes a file anew beside itself and puts it in its place: whoever looks sees the old one or the new one, whatever
 * happens to us or, with `fsync`, to the machine. Where that fails the old one stays, and nothing beside it.
 * @throws as `node:fs` does
 */
export function writeAnew(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, gid = null, fsync = true, disk = fs }: WriteOptions = {},
): void {
  const draft = join(dirname(file), `${draftPrefix(file)}${process.pid}`);
  sweepDrafts(file, disk);
  // Closed to others before there is anything in it, and never by a link that somebody has put there.
  const open = disk.openSync(draft, "wx", 0o600);
  try {
    try {
      disk.writeFileSync(open, content);
      if (gid !== null) tryGroup(disk, open, gid);
      // After the group: a change of that takes some modes away.
      disk.fchmodSync(open, mode);
      if (fsync) disk.fsyncSync(open);
    } finally {
      disk.closeSync(open);
    }
    disk.renameSync(draft, file);
  } catch (error) {
    disk.rmSync(draft, { force: true });
    throw error;
  }
}

/** Takes away what a ccmux left that was killed between the two steps; what belongs to one that runs stays. */
export function sweepDrafts(file: string, disk: WritingDisk = fs): void {
  const prefix = draftPrefix(file);
  for (const name of listNames(disk, dirname(file))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive({ pid, startTicks: 0 })))
      disk.rmSync(join(dirname(file), name), { force: true });
  }
}

function draftPrefix(file: string): string {
  return `.${basename(file)}.ccmux-`;
}

/** A group that we are not in is lost. */
function tryGroup(disk: WritingDisk, open: number, gid: number): void {
  try {
    disk.fchownSync(open, -1, gid);
  } catch {
    // The mode then is that of the new group; it was the user's own file before and after.
  }
}

function listNames(disk: WritingDisk, folder: string): string[] {
  try {
    return disk.readdirSync(folder);
  } catch {
    return [];
  }
}
