import { watch, type WatchListener } from "node:fs";

/** Watches, where the kernel lets us. Null where it does not: whoever asks looks now and then anyway. */
export interface Watching {
  /**
   * A hot flat folder, by one `fs.watch`. Not chokidar: it drops the last of two writes less than 50 ms apart, and
   * costs 10 ms an event at 1,000 files.
   */
  flat(folder: string, names: RegExp, onName: (name: string) => void): { close(): void } | null;
  /** One file that grows. */
  growing(path: string, onChange: () => void): { close(): void } | null;
}

const LIMITS: Readonly<Record<string, string>> = {
  ENOSPC: "fs.inotify.max_user_watches",
  EMFILE: "fs.inotify.max_user_instances",
};

/** Why nothing more can be watched; null: for another reason than a limit. */
export function limitOf(error: unknown): string | null {
  return LIMITS[(error as NodeJS.ErrnoException).code ?? ""] ?? null;
}

/** @param onLimit hears that a limit keeps us from watching something, and with null that none does any more */
export function createWatching(onLimit: (name: string | null) => void): Watching {
  const refused = new Set<string>();
  const open = (path: string, listener: WatchListener<string>): { close(): void } | null => {
    try {
      const watcher = watch(path, { persistent: false }, listener);
      watcher.on("error", () => watcher.close());
      if (refused.delete(path) && refused.size === 0) onLimit(null);
      return watcher;
    } catch (error) {
      const limit = limitOf(error);
      if (limit !== null && !refused.has(path)) {
        refused.add(path);
        onLimit(limit);
      }
      return null;
    }
  };
  return {
    flat: (folder, names, onName) =>
      open(folder, (_event, name) => {
        if (name !== null && names.test(name)) onName(name);
      }),
    growing: (path, onChange) => open(path, onChange),
  };
}
