import type { Discovery } from "../io/host.ts";
import type { Pool } from "../workers/pool.ts";
import type { ProcessInfo, ScanInput } from "../workers/processes.ts";

/** A process that has just been forked is still about to become another program. */
const YOUNG_MS = 5000;
/** One in so many known processes is glanced at in each scan, and one in so many agents read anew. */
const GLANCE_SCANS = 20;
const READ_SCANS = 60;
/** An agent at work may go elsewhere, or to another branch: it is read anew this often. */
const WORK_MS = 10_000;
/** So long are folders not asked for again after that failed: a hung file system would hang each scan. */
const FOLDERS_REST_MS = 30_000;

export interface ProcessSource {
  readonly table: ReadonlyMap<number, ProcessInfo>;
  /** The processes at this terminal are to be read anew with the next scan. */
  touch(tty: string): void;
  /** This process is known to be the tmux server of that socket. */
  isServer(pid: number, socket: string): boolean;
  /** Something was drawn at this terminal. */
  stir(tty: string): void;
  /** One scan. True when an agent or a tmux server came, went or changed. */
  scan(now: number): Promise<boolean>;
  /** Why agents' folders cannot be told; null: they can. */
  readonly trouble: string | null;
}

/**
 * The process table, kept by difference.
 * @param openTtys terminals of panes. An agent at another one has lost its pane, and may be dead in all but name: where
 * nobody waits for orphans, as in many containers, `/proc` lists it for ever
 */
export function createProcessSource(
  pool: Pick<Pool, "run">,
  discovery: Discovery,
  openTtys: () => ReadonlySet<string>,
): ProcessSource {
  const table = new Map<number, ProcessInfo>();
  const bornAt = new Map<number, number>();
  const touched = new Set<string>();
  const stirred = new Set<string>();
  /** By terminal, when agents there were read because something was drawn. */
  const workedAt = new Map<string, number>();
  let turn = 0;
  let trouble: string | null = null;
  let foldersRestUntil = 0;

  /** Terminals whose processes are to be read anew. */
  const terminals = (now: number): Set<string> => {
    const ttys = new Set(touched);
    for (const tty of stirred) {
      if (now - (workedAt.get(tty) ?? 0) < WORK_MS) continue;
      workedAt.set(tty, now);
      ttys.add(tty);
    }
    touched.clear();
    stirred.clear();
    for (const [tty, at] of workedAt) if (now - at > WORK_MS) workedAt.delete(tty);
    return ttys;
  };

  const due = (now: number): Pick<ScanInput, "verify" | "glance"> => {
    for (const [pid, at] of bornAt) if (now - at > YOUNG_MS) bornAt.delete(pid);
    const ttys = terminals(now);
    const open = openTtys();
    const verify: number[] = [];
    const glance: { pid: number; mark: string }[] = [];
    turn++;
    let [at, agents] = [0, 0];
    for (const { pid, tty, agent, mark } of table.values()) {
      const isYoung = bornAt.has(pid);
      const isDue = agent !== null && agents++ % READ_SCANS === turn % READ_SCANS;
      const isGlance = at++ % GLANCE_SCANS === turn % GLANCE_SCANS;
      const isLost = agent !== null && tty !== null && !open.has(tty);
      if (isDue || (tty !== null && (isYoung || ttys.has(tty)))) verify.push(pid);
      else if (isYoung || isGlance || isLost) glance.push({ pid, mark: mark ?? "" });
    }
    return { verify, glance };
  };

  return {
    table,
    touch: (tty) => void touched.add(tty),
    isServer: (pid, socket) => table.get(pid)?.tmuxSockets?.includes(socket) ?? false,
    stir: (tty) => void stirred.add(tty),
    get trouble() {
      return trouble;
    },
    async scan(now) {
      const folders = now >= foldersRestUntil;
      const scan = await pool.run("scanProcesses", {
        discovery,
        known: Int32Array.from(table.keys()),
        ...due(now),
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
        const isNews = matters(before, info);
        changed ||= isNews;
        // An agent that is as it was stays the same object: nothing about it has to be settled anew.
        if (!isNews && before?.agent) Object.assign(before, { mark: info.mark });
        else table.set(info.pid, info);
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
  if (!before || !after) return true;
  return JSON.stringify({ ...before, mark: "" }) !== JSON.stringify({ ...after, mark: "" });
}
