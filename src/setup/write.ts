import { dirname, join, basename } from "node:path";
import type { Disk } from "./target.ts";

interface Like {
  mode: number;
  /** Null: as it comes. */
  gid: number | null;
}

/**
 * Writes a file anew beside itself and puts it in its place: whoever looks sees the old one or the new one, whatever
 * happens to us or to the machine.
 * @param like the file that it replaces
 */
export function writeAnew(disk: Disk, file: string, bytes: Uint8Array, like: Like): void {
  const fresh = join(dirname(file), `.${basename(file)}.ccmux-${process.pid}`);
  sweep(disk, file);
  const open = disk.openSync(fresh, "wx", 0o600);
  try {
    try {
      disk.writeFileSync(open, bytes);
      if (like.gid !== null) tryGroup(disk, open, like.gid);
      disk.fchmodSync(open, like.mode);
      disk.fsyncSync(open);
    } finally {
      disk.closeSync(open);
    }
    disk.renameSync(fresh, file);
  } catch (error) {
    disk.rmSync(fresh, { force: true });
    throw error;
  }
}

/** A group that we are not in is lost. */
function tryGroup(disk: Disk, open: number, gid: number): void {
  try {
    disk.fchownSync(open, -1, gid);
  } catch {
    // The mode then is that of the new group; it was the user's own file before and after.
  }
}

/** Makes a folder and those above it. @returns those that it made, the outermost first */
export function makeFolders(disk: Disk, folder: string, mode = 0o755): string[] {
  if (disk.statSync(folder, { throwIfNoEntry: false })) return [];
  const above = makeFolders(disk, dirname(folder), mode);
  disk.mkdirSync(folder, { mode });
  return [...above, folder];
}

/** Takes away what a ccmux left that was killed between the two steps; what belongs to one that runs stays. */
export function sweep(disk: Disk, file: string): void {
  const prefix = `.${basename(file)}.ccmux-`;
  for (const name of listNames(disk, dirname(file))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      disk.rmSync(join(dirname(file), name), { force: true });
  }
}

function listNames(disk: Disk, folder: string): string[] {
  try {
    return disk.readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
