import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * The text of a small regular file. Null for all else: a pipe of that name, or a device behind a link, would
 * hold its reader for ever.
 */
export function readSmallFile(
  path: string,
  maxBytes: number,
): { text: string; mtimeMs: number; size: number } | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size, mtimeMs, ...stat } = fstatSync(file);
    if ((stat.mode & constants.S_IFMT) !== constants.S_IFREG) return null;
    if (size > maxBytes) return null;
    const buffer = Buffer.alloc(size);
    const bytes = readSync(file, buffer, 0, size, 0);
    return { text: buffer.toString("utf8", 0, bytes), mtimeMs, size };
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
