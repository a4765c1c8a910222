import { homedir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { registry, useAgents } from "./agents/_registry.ts";
import { createActions } from "./actions/index.ts";
import { createKill } from "./actions/kill.ts";
import { toTarget } from "./actions/target.ts";
import { createApp } from "./api/app.ts";
import { createCounts } from "./api/counts.ts";
import { openDoors } from "./api/doors.ts";
import type { ApiContext } from "./api/context.ts";
import { agentsToJson, type CheckedConfig } from "./core/config.ts";
import { formatProblem } from "./core/config-problem.ts";
import { AppError } from "./core/errors.ts";
import { checkSocketPath, type Env, resolvePaths, resolvePort } from "./core/paths.ts";
import { VERSION } from "./core/version.ts";
import { now } from "./io/clock.ts";
import { closeAll, type Closer } from "./io/close-all.ts";
import { readConfigFile } from "./io/config-file.ts";
import { makePrivate, tryMakeFolder } from "./io/folders.ts";
import { takeLock } from "./io/lock.ts";
import { createLog, type Echo } from "./io/log.ts";
import { chooseDiscovery, readHost } from "./io/host.ts";
import { readStat } from "./io/proc.ts";
import { keepNames } from "./io/names-file.ts";
import { openState } from "./io/state.ts";
import { readToken } from "./io/token.ts";
import { defaultSockets, realSocket } from "./io/tmux-sockets.ts";
import { watchFile } from "./io/watch-file.ts";
import { createWatching } from "./io/watch.ts";
import { createHealth } from "./pipeline/health.ts";
import { createKeptStore } from "./pipeline/kept-store.ts";
import { createPeek } from "./pipeline/peek.ts";
import { createScheduler } from "./pipeline/scheduler.ts";
import { createSearch } from "./pipeline/search.ts";
import { wait } from "./pipeline/wait.ts";
import { createPool } from "./workers/pool.ts";
import { STATE_FILE } from "./workers/state-folder.ts";

/** What closing may take before open connections are cut, and before the process ends all the same. */
const GRACE_MS = 1500;
const DEADLINE_MS = 5000;

export interface Daemon {
  /** Resolves when everything is closed. */
  ended: Promise<void>;
  stop(): void;
}

/**
 * The composition root: the only place that creates things and hands them to each other.
 * @throws AppError E_UNAVAILABLE when another daemon has this home's place
 */
export async function startDaemon(env: Env = process.env, echo?: Echo): Promise<Daemon> {
  const home = env.HOME ?? homedir();
  const paths = resolvePaths(env, home);
  const socket = checkSocketPath(paths.socket);
  const port = resolvePort(env);
  process.umask(0o077);
  makePrivate(paths.state);
  makePrivate(paths.run);
  const log = createLog(paths.log, now, echo);
  let stopping = false;
  const onError = (error: unknown): void => {
    // What is cut off by the end is no defect.
    if (!stopping) log.error("defect", error);
  };

  const closers: Closer[] = [];
  const startTicks = readStat(process.pid)?.startTicks ?? 0;
  const lock = takeLock(paths.lock, { pid: process.pid, startTicks, socket, version: VERSION });
  if (!lock)
    throw new AppError(
      "E_UNAVAILABLE",
      "Another daemon runs for this home already.",
      "Run `ccmux daemon status`.",
    );
  closers.push(() => lock.release());

  const state = openState(paths.database, now, (trouble) => log.warn(trouble));
  closers.push(() => state.close());

  /** Puts a config in force; what is wrong with it is left out. */
  const takeConfig = async (checked: CheckedConfig) => {
    const { config, problems } = checked;
    const agents = agentsToJson(config);
    const change = await useAgents(agents);
    for (const problem of [...problems, ...change.problems])
      log.warn(`config: ${formatProblem(problem)}. ${problem.hint}`);
    const settings = { ...config, ...defaultSockets(env, config.tmuxSockets) };
    return { checked, settings, agents, changed: change.names };
  };
  let taken = await takeConfig(readConfigFile(paths.config, home));

  const pool = await createPool({ agents: () => taken.agents });
  closers.push(() => pool.close());

  const discovery = chooseDiscovery(env.CCMUX_DISCOVERY, taken.settings.discovery);
  const host = readHost(discovery);
  const health = createHealth();
  const limits = () => taken.settings;
  const { close, ...kept } = createKeptStore({ state, health, limits, now, onError });
  const { store } = kept;
  closers.push(close);
  const names = keepNames(paths.names, store, (reason) => log.warn(reason));
  closers.push(() => names.close());
  const watching = createWatching((limit) => {
    if (limit === null) return health.ok("file watching");
    const reason = `the limit ${limit} is reached: what can't be watched is looked at once a scan`;
    log.warn(reason);
    health.failed("file watching", reason, now(), true);
  });
  const scheduler = createScheduler({
    health,
    agents: registry,
    pool,
    store,
    host,
    discovery,
    watch: (folder, kind, onName) => watching.flat(folder, STATE_FILE[kind], onName),
    watchFile: watching.growing,
    markerFolder: paths.markers,
    settings: () => taken.settings,
    env,
    home,
    now,
    onError,
  });
  // Hooks write into it, and make none above it. Nor may it be missing beside the config: then the nearest folder
  // above would be watched, and that may be a busy home.
  tryMakeFolder(paths.markers);
  scheduler.start();
  closers.push(() => scheduler.stop());
  const onConfig = async (): Promise<void> => {
    const found = readConfigFile(paths.config, home);
    // Half written, in an editor: what was in force stays.
    const checked = found.isVoid ? { ...found, config: taken.checked.config } : found;
    if (isDeepStrictEqual(checked, taken.checked)) return;
    log.info("config: it has changed");
    taken = await takeConfig(checked);
    scheduler.reconfigure(taken.changed);
  };
  const watcher = watchFile(paths.config, () => void onConfig().catch(onError), onError);
  closers.push(() => watcher.close());

  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stop = (): void => {
    if (stopping) process.exit(1); // The second signal: somebody is in a hurry.
    stopping = true;
    log.info("stopping");
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    void closeAll(closers, onError).then(() => {
      log.info("stopped");
      end();
    });
  };

  const first = scheduler.ready();
  const context: ApiContext = {
    version: VERSION,
    pid: process.pid,
    startedAt: now(),
    socket,
    port: null,
    agents: registry,
    ...kept,
    now,
    async ready(server) {
      scheduler.ask();
      await first;
      if (server && !taken.settings.pinned) await scheduler.meet(realSocket(server));
    },
    actions: createActions({
      discovery,
      evidence: (id) => scheduler.pipeline.judge(id)?.evidence ?? null,
      dialog: (id) => scheduler.pipeline.dialog(id),
      answered: (...answer) => scheduler.pipeline.answered(...answer),
    }),
    target: (session) =>
      toTarget(scheduler.pipeline.occupants.get(session.id), registry, session.startedAt),
    kill: createKill(discovery, (id) => scheduler.pipeline.occupants.get(id)),
    dismiss: (session) => scheduler.pipeline.dismiss(session),
    listen: () => scheduler.listen(),
    judge: (id) => scheduler.pipeline.judge(id),
    wait: (request, signal) => wait(store, request, signal),
    ...createPeek(pool, scheduler.pipeline, scheduler.logOf),
    search: createSearch(pool, scheduler.pipeline, scheduler.logOf, now),
    locate: (server, pane) =>
      scheduler.servers.get(realSocket(server))?.panes.get(pane)?.target ?? null,
    counters: () => scheduler.counters(),
    counts: createCounts(),
    stop: () => setImmediate(stop),
    onError,
  };
  const app = createApp(context);
  const doors = await openDoors(app, {
    socket,
    port,
    token: () => readToken(paths.token),
    counts: context.counts,
    holds: () => lock.holds(),
    onLost() {
      log.warn(`${paths.lock} is gone, or another daemon's: this one has lost its place`);
      if (!stopping) stop();
    },
    onReopened: () => log.warn(`${socket} was gone, and is made again`),
    onPort(reason) {
      context.port = reason === null ? port : null;
      if (reason === null) return health.ok("port");
      log.warn(`port: ${reason}`);
      health.failed("port", `${reason}; the Unix socket works`, now(), true);
    },
    onError,
  });
  closers.push(() => doors.close(GRACE_MS));

  log.info(
    `ccmux ${VERSION} (pid ${process.pid}, Node ${process.versions.node}) listens at ${socket}`,
  );
  return { ended, stop };
}
