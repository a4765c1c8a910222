import { rmSync } from "node:fs";
import { formatNames, nameLine } from "../core/names.ts";
import type { Session } from "../core/session.ts";
import { writeAnew } from "./write-anew.ts";

/** What the store is to this file. */
interface Sessions {
  rows: ReadonlyMap<string, Session>;
  subscribe(listener: (events: readonly { session?: Session }[]) => void): () => void;
}

/** Nobody presses TAB sooner, and a fleet that is busy costs five small files a second. */
const GAP_MS = 200;

/**
 * Keeps the names file current while the daemon runs: written when something changes that it shows, at most once in
 * `GAP_MS`, and removed at the end. Where it can't be written there is none: a wrong one would be worse.
 * @param onTrouble hears once why, until it can be written again
 */
export function keepNames(
  path: string,
  sessions: Sessions,
  onTrouble: (reason: string) => void,
): { close(): void } {
  const lines = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let failed = false;

  const remove = (): void => {
    try {
      rmSync(path, { force: true });
    } catch {
      // What can't be removed can't be replaced either, and that is told.
    }
  };
  const write = (): void => {
    timer = null;
    try {
      writeAnew(path, formatNames(sessions.rows.values(), process.pid), { fsync: false });
      failed = false;
    } catch (error) {
      if (!failed) onTrouble(`names for completions: can't write ${path}: ${String(error)}`);
      failed = true;
      remove();
    }
  };
  const unsubscribe = sessions.subscribe((events) => {
    for (const { session } of events) {
      if (!session) continue;
      const row = sessions.rows.get(session.id);
      const line = row && nameLine(row);
      if (line === lines.get(session.id)) continue;
      if (line === undefined) lines.delete(session.id);
      else lines.set(session.id, line);
      timer ??= setTimeout(write, GAP_MS).unref();
    }
  });
  // One that a killed daemon left behind names its pid, which may be somebody else's by now.
  remove();
  write();
  return {
    close() {
      unsubscribe();
      if (timer) clearTimeout(timer);
      remove();
    },
  };
}
