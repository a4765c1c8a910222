import type { Lane } from "./lanes.ts";
import { createPaneSource, type PanePorts, type PaneSource } from "./pane-source.ts";
import type { ServerView } from "./world.ts";

export interface ServerPorts extends Omit<PanePorts, "wanted" | "onCaptures" | "onChanged"> {
  /** Tracked for ever. */
  sockets: readonly string[];
  lane: Lane;
  wanted(socket: string, ...args: Parameters<PanePorts["wanted"]>): ReturnType<PanePorts["wanted"]>;
  onChanged(socket: string, ...args: Parameters<PanePorts["onChanged"]>): void;
  onCaptures(socket: string, ...args: Parameters<PanePorts["onCaptures"]>): void;
}

export interface Servers {
  readonly all: ReadonlyMap<string, PaneSource>;
  views(): ServerView[];
  /** Tracks one more, from now on. */
  add(socket: string): void;
  /** Lists the panes of every server, each in its own time. */
  scan(): Promise<void>;
  counters(): Record<"lists" | "captureClients" | "captures" | "bytes", number>;
  close(): void;
}

/** A server that was found, and has gone, is forgotten after so many scans. */
const FORGET_SCANS = 30;

/** The tmux servers we know of. Each fails alone. */
export function createServers(ports: ServerPorts): Servers {
  const { sockets, lane, health } = ports;
  const all = new Map<string, PaneSource>();
  const emptyScans = new Map<string, number>();

  const list = (server: PaneSource): Promise<void> =>
    lane(partOf(server.socket), async () => {
      await server.list();
      server.captureMoved();
    });

  const forget = (): void => {
    for (const [socket, server] of all) {
      const empty = server.known && server.panes.size === 0 ? (emptyScans.get(socket) ?? 0) + 1 : 0;
      emptyScans.set(socket, empty);
      if (empty < FORGET_SCANS || sockets.includes(socket)) continue;
      server.close();
      all.delete(socket);
      emptyScans.delete(socket);
      health.forget(partOf(socket));
    }
  };

  return {
    all,
    views: () =>
      [...all.values()].map(({ socket, panes }) => ({ socket, panes: [...panes.values()] })),
    add(socket) {
      if (all.has(socket)) return;
      const server = createPaneSource(socket, {
        ...ports,
        wanted: (info) => ports.wanted(socket, info),
        onChanged: (panes) => ports.onChanged(socket, panes),
        onCaptures: (readings) => ports.onCaptures(socket, readings),
      });
      all.set(socket, server);
      void list(server);
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

const partOf = (socket: string): string => `tmux server ${socket}`;
