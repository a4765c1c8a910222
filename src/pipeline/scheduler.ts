import type { Agent } from "../agents/define.ts";
import type { Discovery, HostClock } from "../io/host.ts";
import type { Pool } from "../workers/pool.ts";
import { discover } from "./discover.ts";
import type { Health } from "./health.ts";
import { createLanes } from "./lanes.ts";
import { createPace } from "./pace.ts";
import type { PaneSource } from "./pane-source.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { createProcessSource } from "./process-source.ts";
import { createPublishedSource, type PublishedPorts } from "./published-source.ts";
import { createServers, type ServerCounts } from "./servers.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";

export interface SchedulerPorts {
  agents: ReadonlyMap<string, Agent>;
  pool: Pick<Pool, "run">;
  /** Shared with the other parts of the daemon that may fail. */
  health: Health;
  store: Store;
  host: HostClock;
  discovery: Discovery;
  watch: PublishedPorts["watch"];
  /** As they are right now. */
  settings(): Settings;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  now(): number;
  onError(error: unknown): void;
}

export interface Scheduler {
  readonly pipeline: Pipeline;
  readonly servers: ReadonlyMap<string, PaneSource>;
  /** Counts of work done, for the shape checks; `maxLateMs`: how much the main thread was ever held up. */
  counters(): Record<"scans" | "scanMs" | "ticks" | "maxLateMs" | "listeners", number> &
    ServerCounts;
  /** A caller stands in this tmux server: tracked from now on. Resolves when its rows are settled, at most soon. */
  meet(socket: string): Promise<void>;
  /** Somebody listens: scans come at the quick pace until the returned function is called. */
  listen(): () => void;
  start(): void;
  /** The settings have changed; so has what is known of these agents. */
  reconfigure(agents: readonly string[]): void;
  /** Resolves when every row of the first full scan is settled, or after `limitMs`. */
  ready(limitMs?: number): Promise<void>;
  stop(): void;
}

/** Commands of many panes change together: one look at the processes for all of them. */
const TOUCH_MS = 40;
/** So long may a caller wait for a server that nobody knew. */
const MEET_MS = 1500;
/** So long after its state file a process may still be there (measured 65–150 ms). */
const ENDING_MS = [100, 250];

/** Sources mark things dirty; a tick takes everything that has gathered. */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { store, pool, health, onError, now } = ports;
  const lane = createLanes(health, now, onError);
  let scans = 0;
  let ticks = 0;
  let touching: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Immediate | null = null;
  let stopped = false;
  let first: Promise<void> = Promise.resolve();

  const tick = (): void => {
    ticking ??= setImmediate(() => {
      ticking = null;
      ticks++;
      try {
        pipeline.settle();
        for (const server of servers.all.values()) server.captureMoved();
      } catch (error) {
        // A defect in one row's making must not end the daemon: the next tick settles anew.
        onError(error);
      }
    });
  };

  const processes = createProcessSource(pool, ports.discovery);
  const published = createPublishedSource({
    ...ports,
    lane,
    health,
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
    sockets: () => ports.settings().sockets,
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
    captureAt: (socket, pane, at) => servers.all.get(socket)?.captureAt(pane, at),
    now,
  });

  const scanProcesses = (): Promise<void> =>
    lane("process discovery", async () => {
      if (stopped) return;
      const changed = await discover({
        processes,
        servers,
        health,
        isPinned: () => ports.settings().pinned,
        onAgent: ({ name, env }) => published.follow(name, env),
        now,
      });
      if (!changed) return;
      pipeline.markAll();
      tick();
    });

  const scan = async (): Promise<void> => {
    scans++;
    await Promise.all([scanProcesses(), published.scan(), servers.scan()]);
    store.setHealth(health.state(), now());
  };

  const pace = createPace({
    run: scan,
    settings: ports.settings,
    isIdle: () => store.rows.size === 0,
    now,
  });

  /** Waits until every server has answered and every row can be told. */
  const settle = async (until: number): Promise<void> => {
    const isSettled = (): boolean =>
      [...servers.all.values()].every(({ known }) => known) &&
      !ticking &&
      !touching &&
      pipeline.undecided() === 0;
    while (!stopped && !isSettled() && now() < until) await sleep(20);
  };

  return {
    pipeline,
    servers: servers.all,
    async meet(socket) {
      if (servers.all.has(socket)) return;
      const until = now() + MEET_MS;
      await Promise.race([servers.add(socket), sleep(MEET_MS)]);
      await settle(until);
    },
    listen: pace.listen,
    counters() {
      const { maxLateMs, listeners, ranMs: scanMs } = pace;
      return { scans, scanMs, ticks, maxLateMs, listeners, ...servers.counters() };
    },
    start() {
      for (const socket of ports.settings().sockets) void servers.add(socket);
      for (const name of ports.agents.keys()) published.follow(name, ports.env);
      first = scan();
      pace.plan(ports.settings().scanMs);
    },
    reconfigure(agents) {
      if (stopped) return;
      for (const socket of ports.settings().sockets) void servers.add(socket);
      if (agents.length > 0) {
        for (const { tty } of processes.table.values()) if (tty !== null) processes.touch(tty);
        pipeline.rulesChanged(agents);
        tick();
      }
      pace.plan(0);
    },
    async ready(limitMs = 2500) {
      const until = now() + limitMs;
      await Promise.race([first, sleep(limitMs)]);
      await settle(until);
    },
    stop() {
      stopped = true;
      pace.stop();
      if (touching) clearTimeout(touching);
      if (ticking) clearImmediate(ticking);
      servers.close();
      published.close();
    },
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
