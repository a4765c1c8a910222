import fs, { chmodSync, lstatSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../core/errors.ts";

/**
 * Makes a folder and those above it. Node's own way of that never ends where one above can't be made, as below `/proc`.
 * @returns those that it made, the outermost first
 * @throws as `node:fs` does
 */
export function makeFolders(
  folder: string,
  mode = 0o700,
  disk: Pick<typeof fs, "mkdirSync" | "statSync"> = fs,
): string[] {
  if (disk.statSync(folder, { throwIfNoEntry: false })) return [];
  const above = makeFolders(dirname(folder), mode, disk);
  try {
    disk.mkdirSync(folder, { mode });
  } catch (error) {
    // Another one has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return [...above, folder];
}

/** A folder that is there already must be ours, no link, and closed to others. */
export function makePrivate(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    const message = `${folder} can't be made (${(error as NodeJS.ErrnoException).code}).`;
    const hint = "See who may write there, or set CCMUX_HOME to a folder of yours.";
    throw new AppError("E_UNAVAILABLE", message, hint, error);
  }
  const stat = lstatSync(folder);
  const uid = process.getuid?.();
  if (!stat.isDirectory() || (uid !== undefined && stat.uid !== uid)) {
    throw new AppError(
      "E_UNAVAILABLE",
      `${folder} is not a folder of ours.`,
      "Remove it, or set CCMUX_HOME to a folder of yours.",
    );
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** Makes a folder where it can be made; one that is there already stays as it is. */
export function tryMakeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch {
    // A read-only home: then there is nothing in it either.
  }
}
