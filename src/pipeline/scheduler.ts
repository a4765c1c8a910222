import type { Agent } from "../agents/define.ts";
import type { Host } from "../core/identity.ts";
import type { Pool } from "../workers/pool.ts";
import { createHealth } from "./health.ts";
import { createLanes } from "./lanes.ts";
import type { PaneSource } from "./pane-source.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { createProcessSource } from "./process-source.ts";
import { createPublishedSource, type PublishedPorts } from "./published-source.ts";
import { createServers } from "./servers.ts";
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
  /** Counts of work done, for the shape checks; `maxLateMs`: how much the main thread was ever held up. */
  counters(): Record<
    | "scans"
    | "ticks"
    | "maxLateMs"
    | "listeners"
    | "lists"
    | "captureClients"
    | "captures"
    | "bytes",
    number
  >;
  /** Tracks one more tmux server: one that a caller stands in. */
  addServer(socket: string): void;
  /** Somebody listens: scans come at the quick pace until the returned function is called. */
  listen(): () => void;
  start(): void;
  /** Resolves when every row of the first full scan is settled, or after `limitMs`. */
  ready(limitMs?: number): Promise<void>;
  stop(): void;
}

/** Commands of many panes change together: one look at the processes for all of them. */
const TOUCH_MS = 40;
/** So long after its state file a process may still be there (measured 65–150 ms). */
const ENDING_MS = [100, 250];

/** Sources mark things dirty; a tick takes everything that has gathered. */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { store, pool, onError, now } = ports;
  const { scanMs = 1000, idleScanMs = 5000 } = ports;
  const health = createHealth();
  const lane = createLanes(health, now, onError);
  let listeners = 0;
  let scans = 0;
  let ticks = 0;
  let maxLateMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let touching: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Immediate | null = null;
  let stopped = false;
  let first: Promise<void> = Promise.resolve();

  const tick = (): void => {
    ticking ??= setImmediate(() => {
      ticking = null;
      ticks++;
      pipeline.settle();
      for (const server of servers.all.values()) server.captureMoved();
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
      // An agent that ends takes its file away first.
      if (pids.some((pid) => !published.words.has(pid)))
        for (const ms of ENDING_MS) setTimeout(() => void scanProcesses(), ms).unref();
    },
  });
  const servers = createServers({
    pool,
    health,
    lane,
    now,
    onError,
    sockets: ports.sockets,
    wanted: (socket, info) => pipeline.wanted(socket, info),
    onMoved() {
      pipeline.markAll();
      tick();
    },
    onChanged(socket, panes) {
      pipeline.panesChanged(socket, panes);
      tick();
    },
    onCaptures(socket, readings) {
      pipeline.captured(socket, readings);
      tick();
    },
    onCommand(tty) {
      processes.touch(tty);
      touching ??= setTimeout(() => {
        touching = null;
        void scanProcesses();
      }, TOUCH_MS);
    },
  });
  const pipeline = createPipeline({
    agents: ports.agents,
    store,
    processes,
    servers: servers.views,
    words: published.words,
    host: ports.host,
    startedAt: ports.startedAt,
    captureAt: (socket, pane, at) => servers.all.get(socket)?.captureAt(pane, at),
    now,
  });

  const scanProcesses = (): Promise<void> =>
    lane("process discovery", async () => {
      if (stopped) return;
      const changed = await processes.scan(now());
      health.ok("process discovery");
      if (!changed) return;
      for (const { agent, tmuxSockets } of processes.table.values()) {
        if (agent) watchFolders(agent.name, agent.env);
        if (!ports.pinned) for (const socket of tmuxSockets ?? []) servers.add(socket);
      }
      pipeline.markAll();
      tick();
    });

  const watchFolders = (name: string, env: Readonly<Record<string, string | undefined>>): void => {
    const rules = ports.agents.get(name)?.published;
    if (rules && published.add(name, rules.folder(env, env.HOME ?? ports.home)))
      void scanPublished();
  };

  const scanPublished = (): Promise<void> =>
    lane("published state", async () => {
      await published.scan();
      health.ok("published state");
    });

  const scan = async (): Promise<void> => {
    scans++;
    await Promise.all([scanProcesses(), scanPublished(), servers.scan()]);
    store.setHealth(health.state(), now());
  };

  const plan = (delayMs: number): void => {
    if (timer) clearTimeout(timer);
    const due = now() + delayMs;
    timer = setTimeout(() => {
      maxLateMs = Math.max(maxLateMs, now() - due);
      plan(store.rows.size > 0 || listeners > 0 ? scanMs : idleScanMs);
      void scan();
    }, delayMs);
  };

  return {
    pipeline,
    servers: servers.all,
    addServer: servers.add,
    counters: () => ({ scans, ticks, maxLateMs, listeners, ...servers.counters() }),
    listen() {
      if (listeners++ === 0 && store.rows.size === 0 && !stopped) plan(0);
      return () => void listeners--;
    },
    start() {
      for (const socket of ports.sockets) servers.add(socket);
      for (const name of ports.agents.keys()) watchFolders(name, ports.env);
      first = scan();
      plan(scanMs);
    },
    async ready(limitMs = 2500) {
      const until = now() + limitMs;
      await Promise.race([first, sleep(limitMs)]);
      const settled = (): boolean =>
        [...servers.all.values()].every(({ known }) => known) &&
        !ticking &&
        pipeline.undecided() === 0;
      while (!stopped && !settled() && now() < until) await sleep(20);
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (touching) clearTimeout(touching);
      if (ticking) clearImmediate(ticking);
      servers.close();
      published.close();
    },
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
