import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { AppError } from "../core/errors.ts";

/** A folder that is there already must be ours, no link, and closed to others. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // A read-only home: then there is nothing in it either.
  }
}
