import type { Discovery } from "../io/host.ts";
import type { Pool } from "../workers/pool.ts";
import type { ProcessInfo } from "../workers/processes.ts";

/** A process that has just been forked is still about to become another program. */
const YOUNG_MS = 5000;
/** One in so many known processes is looked at again in each scan. */
const ROTATION = 10;
/** So long are folders not asked for again after that failed: a hung file system would hang each scan. */
const FOLDERS_REST_MS = 30_000;

export interface ProcessSource {
  readonly table: ReadonlyMap<number, ProcessInfo>;
  /** The processes at this terminal are to be looked at again with the next scan. */
  touch(tty: string): void;
  /** One scan. True when an agent or a tmux server came, went or changed. */
  scan(now: number): Promise<boolean>;
  /** Why agents' folders cannot be told; null: they can. */
  readonly trouble: string | null;
}

/** The process table, kept by difference. */
export function createProcessSource(pool: Pick<Pool, "run">, discovery: Discovery): ProcessSource {
  const table = new Map<number, ProcessInfo>();
  const bornAt = new Map<number, number>();
  const touched = new Set<string>();
  let turn = 0;
  let trouble: string | null = null;
  let foldersRestUntil = 0;

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
    get trouble() {
      return trouble;
    },
    async scan(now) {
      const folders = now >= foldersRestUntil;
      const scan = await pool.run("scanProcesses", {
        discovery,
        known: Int32Array.from(table.keys()),
        verify: due(now),
        folders,
      });
      const { read, gone } = scan;
      if (folders) trouble = scan.trouble;
      if (scan.trouble !== null) foldersRestUntil = now + FOLDERS_REST_MS;
      let changed = false;
      for (const info of read) {
        const before = table.get(info.pid);
        if (before?.startTicks === info.startTicks) keepFolder(before, info);
        else bornAt.set(info.pid, now);
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

/** A folder that could not be told this time is the one that it was. */
function keepFolder({ agent: before }: ProcessInfo, { agent }: ProcessInfo): void {
  if (!agent || agent.cwd !== null || before?.name !== agent.name) return;
  agent.cwd = before.cwd;
  agent.repo = before.repo;
}

/** Shells and helpers come and go: only agents and tmux servers are news. */
function matters(before: ProcessInfo | undefined, after: ProcessInfo | undefined): boolean {
  if (!before?.agent && !after?.agent && !before?.tmuxSockets && !after?.tmuxSockets) return false;
  return JSON.stringify(before) !== JSON.stringify(after);
}
