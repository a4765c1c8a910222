import type { Lane } from "./lanes.ts";
import { createPaneSource, type PanePorts, type PaneSource } from "./pane-source.ts";
import type { ServerView } from "./world.ts";

export interface ServerPorts extends Omit<PanePorts, "wanted" | "onCaptures" | "onChanged"> {
  /** Tracked whether they run or not. */
  sockets(): readonly string[];
  lane: Lane;
  wanted(socket: string, ...args: Parameters<PanePorts["wanted"]>): ReturnType<PanePorts["wanted"]>;
  onChanged(socket: string, ...args: Parameters<PanePorts["onChanged"]>): void;
  onCaptures(socket: string, ...args: Parameters<PanePorts["onCaptures"]>): void;
}

export type ServerCounts = Record<"lists" | "captureClients" | "captures" | "bytes", number>;

export interface Servers {
  readonly all: ReadonlyMap<string, PaneSource>;
  views(): ServerView[];
  /** Of all panes. */
  ttys(): ReadonlySet<string>;
  /** Tracks one more, from now on. Resolves when it was listed, or could not be. */
  add(socket: string): Promise<void>;
  /** Tracks the sockets of those tmux servers that run, and keeps them while they do. */
  setRunning(sockets: ReadonlySet<string>): void;
  /** Pids of the servers that have answered. */
  pids(): ReadonlySet<number>;
  /** Tells which pids cannot be seen, of those that had answered before. True when one has changed. */
  hide(pids: ReadonlySet<number>): boolean;
  /** Lists the panes of every server, each in its own time. */
  scan(): Promise<void>;
  counters(): ServerCounts;
  close(): void;
}

/** A server that does not run, or has no panes for us, is forgotten after so many scans. */
const FORGET_SCANS = 30;

/** The tmux servers we know of. Each fails alone. */
export function createServers(ports: ServerPorts): Servers {
  const { lane, health } = ports;
  const all = new Map<string, PaneSource>();
  const emptyScans = new Map<string, number>();
  let running: ReadonlySet<string> = new Set();
  let hidden: ReadonlySet<number> = new Set();

  const list = (server: PaneSource): Promise<void> =>
    lane(partOf(server.socket), async () => {
      await server.list();
      server.captureMoved();
    });

  const forget = (): void => {
    for (const [socket, server] of all) {
      // One that is frozen has no panes that we know of, and is there all the same.
      const isKept = ports.sockets().includes(socket) || running.has(socket);
      const isEmpty = !isKept && server.known && server.panes.size === 0;
      const empty = isEmpty ? (emptyScans.get(socket) ?? 0) + 1 : 0;
      emptyScans.set(socket, empty);
      if (empty < FORGET_SCANS) continue;
      server.close();
      all.delete(socket);
      emptyScans.delete(socket);
      health.forget(partOf(socket));
    }
  };

  const add = (socket: string): Promise<void> => {
    if (all.has(socket)) return Promise.resolve();
    const server = createPaneSource(socket, {
      ...ports,
      wanted: (info) => ports.wanted(socket, info),
      onChanged: (panes) => ports.onChanged(socket, panes),
      onCaptures: (readings) => ports.onCaptures(socket, readings),
      onCommand(tty) {
        ports.onCommand(tty);
        // Where no process can be seen, it is all there is to go by.
        if (hidden.has(pidOf(server.panes))) ports.onMoved();
      },
    });
    all.set(socket, server);
    return list(server);
  };

  return {
    all,
    views: () =>
      [...all.values()].map(({ socket, panes }) => ({
        socket,
        panes: [...panes.values()],
        isHidden: hidden.has(pidOf(panes)),
      })),
    ttys: () =>
      new Set([...all.values()].flatMap(({ panes }) => [...panes.values()].map(({ tty }) => tty))),
    add,
    setRunning(found) {
      running = found;
      for (const socket of found) void add(socket);
    },
    pids: () => new Set([...all.values()].map(({ panes }) => pidOf(panes))),
    hide(pids) {
      const before = hidden;
      hidden = pids;
      return before.size !== pids.size || [...pids].some((pid) => !before.has(pid));
    },
    async scan() {
      forget();
      await Promise.all([...all.values()].map(list));
    },
    counters() {
      const sum = { lists: 0, captureClients: 0, captures: 0, bytes: 0 };
      for (const { counts } of all.values()) {
        sum.lists += counts.lists;
        sum.captureClients += counts.clients;
        sum.captures += counts.captures;
        sum.bytes += counts.bytes;
      }
      return sum;
    },
    close() {
      for (const server of all.values()) server.close();
    },
  };
}

/** 0 while it has no panes. */
const pidOf = (panes: PaneSource["panes"]): number => panes.values().next().value?.serverPid ?? 0;
const partOf = (socket: string): string => `tmux server ${socket}`;
