import type { CaptureRequest, PaneReading } from "../workers/captures.ts";
import type { PaneInfo } from "../workers/panes.ts";
import type { Pool } from "../workers/pool.ts";
import type { Health } from "./health.ts";
import { inTime } from "./lanes.ts";

export interface PanePorts {
  pool: Pick<Pool, "run">;
  health: Health;
  now(): number;
  /** Whose rules read this pane; null: no agent's, and it is not captured. */
  wanted(info: PaneInfo): CaptureRequest | null;
  /** Panes came, went or changed places. */
  onMoved(): void;
  /** Only titles, sizes or who looks have changed. */
  onChanged(panes: readonly PaneInfo[]): void;
  /** Another program runs at this terminal. */
  onCommand(tty: string): void;
  onCaptures(readings: readonly PaneReading[]): void;
  onError(error: unknown): void;
}

export interface PaneSource {
  readonly socket: string;
  readonly panes: ReadonlyMap<string, PaneInfo>;
  /** Whether the server answered at least once, if only to say that it is not there. */
  readonly known: boolean;
  list(): Promise<void>;
  /** Captures a pane at a moment in epoch milliseconds, or as soon after as may be. */
  captureAt(id: string, at: number): void;
  /** Captures what has moved since it was last captured. */
  captureMoved(): void;
  /** Resolves when no capture is due or running. */
  quiet(): Promise<void>;
  readonly counts: { lists: number; clients: number; captures: number; bytes: number };
  close(): void;
}

const LIST_TIMEOUT_MS = 3000;
const CAPTURE_TIMEOUT_MS = 5000;

/** One tmux server: its panes, and the captures of those that hold an agent. */
export function createPaneSource(socket: string, ports: PanePorts): PaneSource {
  const part = `tmux server ${socket}`;
  const counts = { lists: 0, clients: 0, captures: 0, bytes: 0 };
  let panes: ReadonlyMap<string, PaneInfo> = new Map();
  let known = false;
  const captured = new Map<string, { stamp: string; second: number }>();
  /** Per pane the next look, and the last that was asked for: one in between would tell no more. */
  const due = new Map<string, { next: number; last: number }>();
  /** What the client that runs captures. */
  const flying = new Set<string>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const take = (list: readonly PaneInfo[]): void => {
    const before = panes;
    panes = new Map(list.map((info) => [info.id, info]));
    const changed: PaneInfo[] = [];
    let moved = before.size !== panes.size;
    for (const info of list) {
      const old = before.get(info.id);
      if (!old || placeOf(old) !== placeOf(info)) moved = true;
      else if (old.title !== info.title || old.looked !== info.looked || old.target !== info.target)
        changed.push(info);
      if (old?.command !== info.command || old.panePid !== info.panePid) ports.onCommand(info.tty);
    }
    for (const id of captured.keys()) if (!panes.has(id)) captured.delete(id);
    if (moved) ports.onMoved();
    else if (changed.length > 0) ports.onChanged(changed);
  };

  const capture = async (ids: readonly string[]): Promise<void> => {
    const requests = ids.flatMap((id) => {
      const info = panes.get(id);
      return (info && ports.wanted(info)) ?? [];
    });
    if (requests.length === 0) return;
    counts.clients++;
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
    for (const { id, at } of fresh)
      captured.set(id, { stamp: stampOf(panes.get(id)!), second: Math.floor(at / 1000) });
    ports.onCaptures(fresh);
  };

  /** At most one capture client at a time; what falls due meanwhile goes with the next. */
  const pump = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (running || closed || due.size === 0) return;
    const now = ports.now();
    const ids = [...due].filter(([, { next }]) => next <= now).map(([id]) => id);
    if (ids.length === 0) {
      const next = Math.min(...[...due.values()].map((at) => at.next));
      timer = setTimeout(pump, Math.max(1, next - now));
      return;
    }
    for (const id of ids) {
      const { last } = due.get(id)!;
      if (last > now) due.set(id, { next: last, last });
      else due.delete(id);
    }
    for (const id of ids) flying.add(id);
    running = inTime(capture(ids))
      .catch(ports.onError)
      .finally(() => {
        running = null;
        flying.clear();
        pump();
      });
  };

  return {
    socket,
    counts,
    get panes() {
      return panes;
    },
    get known() {
      return known;
    },
    async list() {
      counts.lists++;
      const result = await ports.pool.run("listPanes", { socket, timeoutMs: LIST_TIMEOUT_MS });
      if (closed) return;
      known = true;
      if (result.ok) {
        ports.health.ok(part);
        take(result.panes);
      } else if (result.reason === "no-server") {
        ports.health.ok(part);
        take([]);
      } else {
        // Its panes stay as they were: "could not look" is not "nothing there".
        ports.health.failed(part, result.message, ports.now(), result.reason === "missing");
      }
    },
    captureAt(id, at) {
      const { next, last } = due.get(id) ?? { next: at, last: at };
      due.set(id, { next: Math.min(next, at), last: Math.max(last, at) });
      pump();
    },
    captureMoved() {
      const now = ports.now();
      for (const info of panes.values()) {
        if (flying.has(info.id)) continue;
        const last = captured.get(info.id);
        const isNew = !last || last.stamp !== stampOf(info);
        // The stamp counts whole seconds: what was drawn later in the second of the capture is not in it.
        if (!isNew && last.second > info.activity) continue;
        const at = isNew ? now : Math.max(now, (info.activity + 1) * 1000);
        const planned = due.get(info.id);
        if (at < (planned?.next ?? Infinity) && ports.wanted(info))
          due.set(info.id, { next: at, last: planned?.last ?? at });
      }
      pump();
    },
    async quiet() {
      while (running || due.size > 0)
        await (running ?? new Promise((resolve) => setTimeout(resolve, 20)));
    },
    close() {
      closed = true;
      due.clear();
      if (timer) clearTimeout(timer);
    },
  };
}

const placeOf = (pane: PaneInfo): string =>
  `${pane.serverPid} ${pane.panePid} ${pane.tty} ${pane.dead}`;
const stampOf = (pane: PaneInfo): string =>
  `${pane.activity} ${pane.width}x${pane.height} ${pane.command} ${pane.title}`;
