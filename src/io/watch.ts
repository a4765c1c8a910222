import { watch } from "node:fs";

/**
 * Watches a hot flat folder by one `fs.watch`. Null when that is not possible; whoever asks reconciles
 * anyway. Not chokidar: it drops the last of two writes less than 50 ms apart, and costs 10 ms an event
 * at 1,000 files.
 */
export function watchFlat(
  folder: string,
  names: RegExp,
  onName: (name: string) => void,
): { close(): void } | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null && names.test(name)) onName(name);
    });
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

/** Watches one file that grows. Null when that is not possible; whoever asks looks now and then anyway. */
export function watchGrowing(path: string, onChange: () => void): { close(): void } | null {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
