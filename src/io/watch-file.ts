import { watch } from "chokidar";
import { realpathSync } from "node:fs";
import { limitOf } from "./watch.ts";

/** Editors write in several steps: one look after the last of them. */
const SETTLE_MS = 100;
const POLL_MS = 2000;

/**
 * Calls back whenever a file may have changed, come or gone; it, and its folder, need not be there yet.
 * Once in any case, when the watch stands: what came before that, it did not see.
 * Where it is a link, as people who keep their settings in a repository have it, what it leads to is
 * watched too: chokidar alone sees only the link.
 */
export function watchFile(
  path: string,
  onChange: () => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let target = path;
  const options = { persistent: false, ignoreInitial: true };
  let watcher = watch(path, options);
  const follow = (): void => {
    const real = realPath(path);
    if (real === target) return;
    if (target !== path) watcher.unwatch(target);
    if (real !== path) watcher.add(real);
    target = real;
  };
  const look = (): void => {
    follow();
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const begin = (): void => {
    follow();
    watcher.on("error", (error) => (limitOf(error) === null ? onError(error) : poll()));
    watcher.once("ready", look);
    watcher.on("all", look);
  };
  /** There are no watches left: it is looked at instead. */
  const poll = (): void => {
    if (watcher.options.usePolling) return;
    void watcher.close().catch(onError);
    watcher = watch(path, { ...options, usePolling: true, interval: POLL_MS });
    target = path;
    begin();
  };
  begin();
  return {
    close() {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
