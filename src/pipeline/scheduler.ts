import type { Agent } from "../agents/define.ts";
import type { Host } from "../core/identity.ts";
import type { Pool } from "../workers/pool.ts";
import { createHealth } from "./health.ts";
import { createPaneSource, type PaneSource } from "./pane-source.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { createProcessSource } from "./process-source.ts";
import { createPublishedSource, type PublishedPorts } from "./published-source.ts";
import type { Store } from "./store.ts";

export interface SchedulerPorts {
  agents: ReadonlyMap<string, Agent>;
  pool: Pick<Pool, "run">;
  store: Store;
  host: Host;
  startedAt(startTicks: number): number;
  watch: PublishedPorts["watch"];
  /** tmux servers to track from the start. */
  sockets: readonly string[];
  /** Only `sockets` and no other: `CCMUX_TMUX_SOCKET` is set. */
  pinned: boolean;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  now(): number;
  onError(error: unknown): void;
  /** @default 1000 */
  scanMs?: number;
  /** While there is no session and nobody listens. @default 5000 */
  idleScanMs?: number;
}

export interface Scheduler {
  readonly pipeline: Pipeline;
  readonly servers: ReadonlyMap<string, PaneSource>;
  /** Counts of work done, for the shape checks. */
  counters(): Record<"scans" | "ticks" | "lists" | "captureClients" | "captures" | "bytes", number>;
  /** Tracks one more tmux server: one that a caller stands in. */
  addServer(socket: string): void;
  /** Somebody listens: scans come at the quick pace until the returned function is called. */
  listen(): () => void;
  start(): void;
  /** Resolves when every row of the first full scan is settled, or after `limitMs`. */
  ready(limitMs?: number): Promise<void>;
  stop(): void;
}

/** A server that was asked for, or found, and has gone is forgotten after so many scans. */
const FORGET_SCANS = 30;
/** Commands of many panes change together: one look at the processes for all of them. */
const TOUCH_MS = 40;

/** Sources mark things dirty; a tick takes everything that has gathered. */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { store, pool, onError } = ports;
  const { scanMs = 1000, idleScanMs = 5000 } = ports;
  const health = createHealth();
  const servers = new Map<string, PaneSource>();
  const emptyScans = new Map<string, number>();
  const busy = new Set<string>();
  let listeners = 0;
  let scans = 0;
  let ticks = 0;
  let timer: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Immediate | null = null;
  let touching: NodeJS.Timeout | null = null;
  let stopped = false;
  let first: Promise<void> = Promise.resolve();

  const tick = (): void => {
    ticking ??= setImmediate(() => {
      ticking = null;
      ticks++;
      pipeline.settle();
      for (const server of servers.values()) server.captureMoved();
    });
  };

  const processes = createProcessSource(pool);
  const published = createPublishedSource({
    pool,
    watch: ports.watch,
    onError,
    onChange(pids) {
      pipeline.wordsChanged(pids);
      tick();
    },
  });
  const pipeline = createPipeline({
    agents: ports.agents,
    store,
    processes,
    servers: () => [...servers.values()].map(({ socket, panes }) => ({ socket, panes: [...panes.values()] })),
    words: published.words,
    host: ports.host,
    startedAt: ports.startedAt,
    captureAt: (socket, pane, at) => servers.get(socket)?.captureAt(pane, at),
    now: ports.now,
  });

  const addServer = (socket: string): void => {
    if (servers.has(socket)) return;
    const server = createPaneSource(socket, {
      pool,
      health,
      now: ports.now,
      onError,
      wanted: (info) => pipeline.wanted(socket, info),
      onMoved() {
        pipeline.markAll();
        tick();
      },
      onChanged(panes) {
        pipeline.panesChanged(socket, panes);
        tick();
      },
      onCommand(tty) {
        processes.touch(tty);
        touching ??= setTimeout(() => {
          touching = null;
          void scanProcesses();
        }, TOUCH_MS);
      },
      onCaptures(readings) {
        pipeline.captured(socket, readings);
        tick();
      },
    });
    servers.set(socket, server);
    void lane(partOf(socket), () => server.list().then(() => server.captureMoved()));
  };

  /** At most one run of a part at a time: a slow one skips scans, alone. */
  const lane = async (part: string, run: () => Promise<void>): Promise<void> => {
    if (busy.has(part) || health.rests(part, ports.now())) return;
    busy.add(part);
    try {
      await run();
    } catch (error) {
      health.failed(part, error instanceof Error ? error.message : String(error), ports.now());
      onError(error);
    } finally {
      busy.delete(part);
    }
  };

  const scanProcesses = (): Promise<void> =>
    lane("process discovery", async () => {
      const changed = await processes.scan(ports.now());
      health.ok("process discovery");
      if (!changed) return;
      for (const { agent, tmuxSockets } of processes.table.values()) {
        if (agent) watchFolders(agent.name, agent.env);
        if (!ports.pinned) for (const socket of tmuxSockets ?? []) addServer(socket);
      }
      pipeline.markAll();
      tick();
    });

  const watchFolders = (name: string, env: Readonly<Record<string, string>>): void => {
    const rules = ports.agents.get(name)?.published;
    if (rules && published.add(name, rules.folder(env, env.HOME ?? ports.home))) void scanPublished();
  };

  const scanPublished = (): Promise<void> => lane("published state", () => published.scan().then(() => health.ok("published state")));

  const forgetServers = (): void => {
    for (const [socket, server] of servers) {
      const empty = server.known && server.panes.size === 0 ? (emptyScans.get(socket) ?? 0) + 1 : 0;
      emptyScans.set(socket, empty);
      if (empty < FORGET_SCANS || ports.sockets.includes(socket)) continue;
      server.close();
      servers.delete(socket);
      emptyScans.delete(socket);
      health.forget(partOf(socket));
    }
  };

  const scan = async (): Promise<void> => {
    scans++;
    forgetServers();
    await Promise.all([
      scanProcesses(),
      scanPublished(),
      ...[...servers.values()].map((server) => lane(partOf(server.socket), () => server.list().then(() => server.captureMoved()))),
    ]);
    store.setHealth(health.state(), ports.now());
  };

  const plan = (delayMs: number): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      plan(store.rows.size > 0 || listeners > 0 ? scanMs : idleScanMs);
      void scan();
    }, delayMs);
  };

  return {
    pipeline,
    servers,
    addServer,
    counters() {
      const sum = { scans, ticks, lists: 0, captureClients: 0, captures: 0, bytes: 0 };
      for (const { counts } of servers.values()) {
        sum.lists += counts.lists;
        sum.captureClients += counts.clients;
        sum.captures += counts.captures;
        sum.bytes += counts.bytes;
      }
      return sum;
    },
    listen() {
      if (listeners++ === 0 && store.rows.size === 0 && !stopped) plan(0);
      return () => void listeners--;
    },
    start() {
      for (const socket of ports.sockets) addServer(socket);
      for (const name of ports.agents.keys()) {
        const folder = ports.agents.get(name)!.published?.folder(ports.env, ports.home);
        if (folder) published.add(name, folder);
      }
      first = scan();
      plan(scanMs);
    },
    async ready(limitMs = 2500) {
      const until = ports.now() + limitMs;
      await Promise.race([first, sleep(limitMs)]);
      const settled = (): boolean => [...servers.values()].every(({ known }) => known) && !ticking && pipeline.undecided() === 0;
      while (!stopped && !settled() && ports.now() < until) await sleep(20);
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (ticking) clearImmediate(ticking);
      if (touching) clearTimeout(touching);
      for (const server of servers.values()) server.close();
      published.close();
    },
  };
}

const partOf = (socket: string): string => `tmux server ${socket}`;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
