import type { Pulse } from "../io/pulse.ts";
import type { CaptureRequest, PaneReading } from "../workers/captures.ts";
import type { PaneInfo } from "../workers/panes.ts";
import type { Pool } from "../workers/pool.ts";
import { createCaptureQueue } from "./capture-queue.ts";
import type { Health } from "./health.ts";
import { createStillness } from "./stillness.ts";

export interface PanePorts {
  pool: Pick<Pool, "run">;
  health: Health;
  now(): number;
  /** This process is known to be the tmux server of that socket. */
  isServer(pid: number, socket: string): boolean;
  /** Whose rules read this pane; null: no agent's, and it is not captured. */
  wanted(info: PaneInfo): CaptureRequest | null;
  /** Panes came, went or changed places. */
  onMoved(): void;
  /** Only titles, sizes or who looks have changed. */
  onChanged(panes: readonly PaneInfo[]): void;
  /** Another program runs at this terminal. */
  onCommand(tty: string): void;
  /** Something was drawn at this terminal. */
  onDrawn(tty: string): void;
  onCaptures(readings: readonly PaneReading[]): void;
  onError(error: unknown): void;
}

export interface PaneSource {
  readonly socket: string;
  readonly panes: ReadonlyMap<string, PaneInfo>;
  /** Whether the server answered at least once, if only to say that it is not there. */
  readonly known: boolean;
  list(): Promise<void>;
  /** Captures a pane at a moment in epoch milliseconds, or as soon after as may be; `urgent`: somebody waits for it. */
  captureAt(id: string, at: number, urgent?: boolean): void;
  /** Captures what has moved since it was last captured. */
  captureMoved(): void;
  readonly counts: { lists: number; clients: number; captures: number; bytes: number };
  close(): void;
}

const LIST_TIMEOUT_MS = 3000;
const CAPTURE_TIMEOUT_MS = 5000;

/** So long after its answer a server has seen its client go. */
const REST_MS = 100;
/** A capture that is to see all of a second comes so long after it: with the next scan, if there is one. */
const LATE_MS = 120;

/** One tmux server: its panes, and the captures of those that hold an agent. */
export function createPaneSource(socket: string, ports: PanePorts): PaneSource {
  const part = `tmux server ${socket}`;
  const counts = { lists: 0, clients: 0, captures: 0, bytes: 0 };
  const panes = new Map<string, PaneInfo>();
  let rows: Uint8Array | null = null;
  let known = false;
  let closed = false;
  const stillness = createStillness();
  const captured = new Map<string, { stamp: string; second: number }>();
  /** Those that were drawn on since they were captured, as far as the last list tells. */
  const moved = new Set<string>();

  const take = (infos: readonly PaneInfo[], gone: readonly string[]): void => {
    const changed: PaneInfo[] = [];
    let isMoved = gone.length > 0;
    for (const info of infos) {
      const { id, tty, activity } = info;
      const old = panes.get(id);
      const isDrawn = old?.activity !== activity;
      const isSame = old !== undefined && isAsBefore(old, info);
      // One that is as it was stays the same object: nothing about it has to be settled anew.
      if (isSame) old.activity = activity;
      else panes.set(id, info);
      if (isDrawn && old) ports.onDrawn(tty);
      if (isDrawn || !isSame) moved.add(id);
      if (isSame) continue;
      if (!old || placeOf(old) !== placeOf(info)) isMoved = true;
      else if (old.title !== info.title || old.looked !== info.looked || old.target !== info.target)
        changed.push(info);
      if (old?.command !== info.command || old.panePid !== info.panePid) ports.onCommand(tty);
    }
    for (const id of gone) {
      panes.delete(id);
      captured.delete(id);
      moved.delete(id);
    }
    if (isMoved) ports.onMoved();
    else if (changed.length > 0) ports.onChanged(changed);
  };

  const capture = async (ids: readonly string[]): Promise<void> => {
    const requests = ids.flatMap((id) => {
      const info = panes.get(id);
      return (info && ports.wanted(info)) ?? [];
    });
    if (requests.length === 0) return;
    counts.clients++;
    // Until it is read: an idle pane draws nothing that would have it looked at again.
    for (const { id } of requests) moved.add(id);
    const result = await ports.pool.run("capturePanes", {
      socket,
      timeoutMs: CAPTURE_TIMEOUT_MS,
      panes: requests,
    });
    if (closed) return;
    if (!result.ok) {
      if (result.reason !== "no-server") ports.health.failed(part, result.message, ports.now());
      return;
    }
    counts.captures += result.panes.length;
    counts.bytes += result.bytes;
    const fresh = result.panes.filter(
      ({ id, panePid, serverPid }) =>
        panes.get(id)?.panePid === panePid && panes.get(id)?.serverPid === serverPid,
    );
    for (const { id, second } of fresh) {
      const info = panes.get(id)!;
      captured.set(id, { stamp: stampOf(info), second });
      // The stamp counts whole seconds: what was drawn later in the second of the capture is not in it.
      if (second > info.activity) moved.delete(id);
      else moved.add(id);
    }
    ports.onCaptures(fresh);
  };
  const queue = createCaptureQueue({ capture, now: ports.now, onError: ports.onError });

  const restOf = (pid: number, onRest: (pulse: Pulse | null) => void): void => {
    const look = async (): Promise<void> => {
      if (!closed) onRest(await ports.pool.run("takePulse", pid));
    };
    setTimeout(() => void look().catch(ports.onError), REST_MS).unref();
  };

  const list = async (): Promise<void> => {
    const pid = panes.values().next().value?.serverPid ?? 0;
    const isSeen = ports.isServer(pid, socket);
    const compared = rows;
    const result = await ports.pool.run("listPanes", {
      socket,
      timeoutMs: LIST_TIMEOUT_MS,
      rows: compared,
      server: isSeen ? { pid, runs: stillness.runs(ports.now()) } : null,
    });
    // One that was given up came late: it tells a difference from another list than the last.
    if (closed || rows !== compared) return;
    if (result.ok && result.still) return;
    counts.lists++;
    known = true;
    if (result.ok) {
      ports.health.ok(part);
      const isSame = result.changed.length === 0 && result.gone.length === 0;
      const rested = stillness.listed(result.before, isSame, ports.now());
      if (isSame && result.before) restOf(pid, rested);
      rows = result.rows;
      if (!isSame) take(result.changed, result.gone);
    } else if (result.reason === "no-server") {
      ports.health.ok(part);
      rows = null;
      take([], [...panes.keys()]);
    } else {
      // Its panes stay as they were: "could not look" is not "nothing there".
      ports.health.failed(part, result.message, ports.now(), result.reason === "missing");
    }
  };

  return {
    socket,
    counts,
    list,
    panes,
    get known() {
      return known;
    },
    captureAt: queue.add,
    captureMoved() {
      const now = ports.now();
      for (const id of moved) {
        const info = panes.get(id);
        if (!info || queue.isFlying(id)) continue;
        const isNew = captured.get(id)?.stamp !== stampOf(info);
        // By our clock, which may be behind the server's: a second is over in a second all the same.
        const over = Math.min((info.activity + 1) * 1000, now + 1000) + LATE_MS;
        const at = isNew ? now : Math.max(now, over);
        if (!queue.has(id, at) && ports.wanted(info)) queue.add(id, at);
      }
    },
    close() {
      closed = true;
      queue.close();
    },
  };
}

const placeOf = (pane: PaneInfo): string =>
  `${pane.serverPid} ${pane.panePid} ${pane.tty} ${pane.dead}`;
const stampOf = (pane: PaneInfo): string =>
  `${pane.activity} ${pane.width}x${pane.height} ${pane.command} ${pane.title}`;

/** But for what was drawn. */
function isAsBefore(before: PaneInfo, now: PaneInfo): boolean {
  return (
    before.title === now.title &&
    before.command === now.command &&
    before.looked === now.looked &&
    before.target === now.target &&
    before.width === now.width &&
    before.height === now.height &&
    before.inMode === now.inMode &&
    before.dead === now.dead &&
    before.panePid === now.panePid &&
    before.tty === now.tty &&
    before.serverPid === now.serverPid
  );
}
