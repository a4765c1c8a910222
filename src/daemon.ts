import { homedir } from "node:os";
import { agents } from "./agents/index.ts";
import { createApp } from "./api/app.ts";
import { listenUnix } from "./api/listen.ts";
import type { ApiContext } from "./api/context.ts";
import { AppError } from "./core/errors.ts";
import { checkSocketPath, type Env, resolvePaths } from "./core/paths.ts";
import { VERSION } from "./core/version.ts";
import { makePrivate } from "./io/folders.ts";
import { takeLock } from "./io/lock.ts";
import { createLog, type Echo } from "./io/log.ts";
import { readHost, readStat } from "./io/proc.ts";
import { openState } from "./io/state.ts";
import { defaultSockets } from "./io/tmux-sockets.ts";
import { watchFlat } from "./io/watch.ts";
import { createScheduler } from "./pipeline/scheduler.ts";
import { createStore } from "./pipeline/store.ts";
import { wait } from "./pipeline/wait.ts";
import { createPool } from "./workers/pool.ts";

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
  makePrivate(paths.state);
  makePrivate(paths.run);
  const log = createLog(paths.log, Date.now, echo);
  const onError = (error: unknown): void => log.error("defect", error);

  const closers: (() => void | Promise<void>)[] = [];
  const startTicks = readStat(process.pid)?.startTicks ?? 0;
  const lock = takeLock(paths.lock, { pid: process.pid, startTicks, socket, version: VERSION });
  if (!lock)
    throw new AppError(
      "E_UNAVAILABLE",
      "Another daemon runs for this home already.",
      "Run `ccmux daemon status`.",
    );
  closers.push(() => lock.release());

  const state = openState(paths.database, Date.now);
  if (state.trouble) log.warn(state.trouble);
  closers.push(() => state.close());

  const pool = await createPool();
  closers.push(() => pool.close());

  const host = readHost();
  const toEpochMs = (ticks: number): number =>
    host.bootedAt + Math.round((ticks * 1000) / host.ticksPerSecond);
  const store = createStore(state.epoch, state.n, () => state.takeSeq());
  const servers = defaultSockets(env);
  const scheduler = createScheduler({
    agents,
    pool,
    store,
    host,
    startedAt: toEpochMs,
    watch: watchFlat,
    ...servers,
    env,
    home,
    now: Date.now,
    onError,
  });
  scheduler.start();
  closers.push(() => scheduler.stop());

  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let stopping = false;
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
    startedAt: Date.now(),
    socket,
    agents,
    store,
    now: Date.now,
    ready: () => first,
    listen: () => scheduler.listen(),
    judge: (id) => scheduler.pipeline.judge(id),
    wait: (request, signal) => wait(store, request, signal),
    async screen(session, options) {
      const pane = scheduler.pipeline.occupants.get(session.id)?.pane;
      if (!pane) return { ok: false, reason: "no-pane", message: "it has none" };
      const { id, serverPid, panePid } = pane.info;
      return pool.run("captureText", {
        socket: pane.socket,
        id,
        serverPid,
        panePid,
        timeoutMs: 3000,
        ...options,
      });
    },
    locate(server, pane) {
      if (!servers.pinned) scheduler.addServer(server);
      return scheduler.servers.get(server)?.panes.get(pane)?.target ?? null;
    },
    counters: () => scheduler.counters(),
    stop: () => setImmediate(stop),
    onError,
  };
  const door = await listenUnix(createApp(context), socket);
  closers.push(() => door.close(GRACE_MS));

  log.info(
    `ccmux ${VERSION} (pid ${process.pid}, Node ${process.versions.node}) listens at ${socket}`,
  );
  return { ended, stop };
}

/** Last in, first out: stop answering, then stop looking, then give up the place. */
async function closeAll(
  closers: (() => void | Promise<void>)[],
  onError: (error: unknown) => void,
): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      onError(error);
    }
  }
}
