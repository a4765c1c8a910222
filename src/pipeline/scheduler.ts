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
import { createSaidSources, type SaidSources, type SaidSourcesPorts } from "./said-sources.ts";
import { createServers, type ServerCounts } from "./servers.ts";
import { createReadiness } from "./readiness.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";
import { createTicker } from "./ticker.ts";

export interface SchedulerPorts {
  agents: ReadonlyMap<string, Agent>;
  pool: Pick<Pool, "run">;
  /** Shared with the other parts of the daemon that may fail. */
  health: Health;
  store: Store;
  host: HostClock;
  discovery: Discovery;
  watch: SaidSourcesPorts["watch"];
  watchFile: SaidSourcesPorts["watchFile"];
  /** Where hooks write their markers. */
  markerFolder: string;
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
  /** What a session's log has told. */
  readonly logOf: SaidSources["logOf"];
  /** Counts of work done, for the shape checks; `maxLateMs`: how much the main thread was ever held up. */
  counters(): Record<"scans" | "scanMs" | "ticks" | "maxLateMs" | "listeners", number> &
    ServerCounts;
  /** A caller stands in this tmux server: tracked from now on. Resolves when its rows are settled, at most soon. */
  meet(socket: string): Promise<void>;
  /** Somebody listens: scans come at the quick pace until the returned function is called. */
  listen(): () => void;
  /** Somebody asks what there is. */
  ask(): void;
  start(): void;
  /** The settings have changed; so has what is known of these agents. */
  reconfigure(agents: readonly string[]): void;
  /** Resolves when every row of the first full scan is settled, or after `limitMs`; not before that scan was made. */
  ready(limitMs?: number): Promise<void>;
  stop(): void;
}

/** Commands of many panes change together: one look at the processes for all of them. */
const TOUCH_MS = 40;
/** So long may a caller wait for a server that nobody knew. */
const MEET_MS = 1500;
/** A busy machine may need so long for its first scan; before it, "no agents" would be a lie. */
const FIRST_MS = 10_000;

/** Sources mark things dirty; a tick takes everything that has gathered. */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { store, pool, health, onError, now } = ports;
  const lane = createLanes(health, now, onError);
  let scans = 0;
  let touching: NodeJS.Timeout | null = null;
  let stopped = false;
  let first: Promise<void> = Promise.resolve();

  const ticker = createTicker(() => {
    pace.stir();
    pipeline.settle();
    for (const server of servers.all.values()) server.captureMoved();
  }, onError);
  const { tick } = ticker;

  const processes = createProcessSource(pool, ports.discovery, () => servers.ttys());
  const said = createSaidSources({
    ...ports,
    lane,
    tick,
    pipeline: () => pipeline,
    isAlive: (pid) => (processes.table.size > 0 ? processes.table.has(pid) : null),
    onEnding: () => void scanProcesses(),
  });
  const servers = createServers({
    pool,
    health,
    lane,
    now,
    onError,
    sockets: () => ports.settings().sockets,
    isServer: processes.isServer,
    wanted: (socket, info) => pipeline.wanted(socket, info),
    onMoved() {
      pipeline.rebind();
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
    onDrawn: processes.stir,
    onCommand(tty) {
      processes.touch(tty);
      touching ??= setTimeout(() => {
        touching = null;
        void scanProcesses();
      }, TOUCH_MS);
    },
  });
  const pipeline = createPipeline({
    ...ports,
    ...said,
    processes,
    servers: servers.views,
    captureAt: (socket, pane, at, urgent) => servers.all.get(socket)?.captureAt(pane, at, urgent),
    later(run, ms) {
      setTimeout(() => {
        run();
        if (!stopped) tick();
      }, ms).unref();
    },
  });

  const scanProcesses = (): Promise<void> =>
    lane("process discovery", async () => {
      if (stopped) return;
      const changed = await discover({
        processes,
        servers,
        health,
        isPinned: () => ports.settings().pinned,
        onAgents: said.follow,
        now,
      });
      if (!changed) return;
      pipeline.rebind();
      tick();
    });

  const scan = async (): Promise<void> => {
    scans++;
    await Promise.all([scanProcesses(), said.scan(), servers.scan()]);
    await said.scanLogs();
    store.setHealth(health.state(), now());
  };

  const pace = createPace({
    run: scan,
    settings: ports.settings,
    isIdle: () => store.rows.size === 0,
    now,
  });

  const readyAfter = createReadiness({
    isSettled: () =>
      [...servers.all.values()].every(({ known }) => known) &&
      !ticker.isDue &&
      !touching &&
      pipeline.undecided() === 0,
    isStopped: () => stopped,
    now,
  });

  return {
    pipeline,
    servers: servers.all,
    logOf: said.logOf,
    async meet(socket) {
      if (servers.all.has(socket)) return;
      await readyAfter(servers.add(socket), MEET_MS);
    },
    listen: pace.listen,
    counters() {
      const { maxLateMs, listeners, ranMs: scanMs } = pace;
      return { scans, scanMs, ticks: ticker.ticks, maxLateMs, listeners, ...servers.counters() };
    },
    start() {
      for (const socket of ports.settings().sockets) void servers.add(socket);
      said.start();
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
    ready: (limitMs = 2500) => readyAfter(first, limitMs, FIRST_MS),
    ask: pace.ask,
    stop() {
      stopped = true;
      pace.stop();
      if (touching) clearTimeout(touching);
      ticker.stop();
      servers.close();
      said.close();
    },
  };
}
