import { dirname } from "node:path";
import type { Disk } from "./target.ts";

/** Makes a folder and those above it. @returns those that it made, the outermost first */
export function makeFolders(disk: Disk, folder: string, mode = 0o755): string[] {
  if (disk.statSync(folder, { throwIfNoEntry: false })) return [];
  const above = makeFolders(disk, dirname(folder), mode);
  disk.mkdirSync(folder, { mode });
  return [...above, folder];
}
