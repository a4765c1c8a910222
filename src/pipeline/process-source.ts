import type { Pool } from "../workers/pool.ts";
import type { ProcessInfo } from "../workers/processes.ts";

/** A process that has just been forked is still about to become another program. */
const YOUNG_MS = 5000;
/** One in so many known processes is looked at again in each scan. */
const ROTATION = 10;

export interface ProcessSource {
  readonly table: ReadonlyMap<number, ProcessInfo>;
  /** The processes at this terminal are to be looked at again with the next scan. */
  touch(tty: string): void;
  /** One scan. True when an agent or a tmux server came, went or changed. */
  scan(now: number): Promise<boolean>;
}

/** The process table, kept by difference. */
export function createProcessSource(pool: Pick<Pool, "run">): ProcessSource {
  const table = new Map<number, ProcessInfo>();
  const bornAt = new Map<number, number>();
  const touched = new Set<string>();
  let turn = 0;

  const due = (now: number): number[] => {
    const pids = new Set<number>();
    for (const [pid, at] of bornAt) {
      if (now - at > YOUNG_MS) bornAt.delete(pid);
      pids.add(pid);
    }
    for (const { pid, tty } of table.values()) if (tty !== null && touched.has(tty)) pids.add(pid);
    touched.clear();
    let index = 0;
    for (const pid of table.keys()) if (index++ % ROTATION === turn) pids.add(pid);
    turn = (turn + 1) % ROTATION;
    return [...pids];
  };

  return {
    table,
    touch: (tty) => void touched.add(tty),
    async scan(now) {
      const { read, gone } = await pool.run("scanProcesses", {
        known: Int32Array.from(table.keys()),
        verify: due(now),
      });
      let changed = false;
      for (const info of read) {
        const before = table.get(info.pid);
        if (!before || before.startTicks !== info.startTicks) bornAt.set(info.pid, now);
        changed ||= matters(before, info);
        table.set(info.pid, info);
      }
      for (const pid of gone) {
        changed ||= matters(table.get(pid), undefined);
        table.delete(pid);
        bornAt.delete(pid);
      }
      return changed;
    },
  };
}

/** Shells and helpers come and go: only agents and tmux servers are news. */
function matters(before: ProcessInfo | undefined, after: ProcessInfo | undefined): boolean {
  if (!before?.agent && !after?.agent && !before?.tmuxSockets && !after?.tmuxSockets) return false;
  return JSON.stringify(before) !== JSON.stringify(after);
}
