import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SnapshotJson } from "../src/core/session.ts";
import { request } from "../src/io/client.ts";
import { DAEMON_ENV, DAEMON_FLAGS } from "../src/io/start-daemon.ts";
import type { Actor } from "../src/stage/actor.ts";
import { createStage, type Stage } from "../src/stage/stage.ts";
import { readScreens, type Screens } from "../src/stage/screens.ts";
import { ROOT, type Installed } from "./install.ts";
import { createSaid, type Said } from "./said.ts";

/** A stage full of stand-ins whose markers and logs are there too, and a daemon of its own. */
export interface Fleet {
  readonly size: number;
  readonly stage: Stage;
  readonly screens: Screens;
  /** All that ccmux gets of an environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The daemon's. */
  readonly socket: string;
  /** 0 while none runs. */
  readonly pid: number;
  saidOf(actor: Actor): Said;
  /**
   * Starts the daemon anew. Resolves when its list is complete and every row is settled.
   * @param flags for its Node
   * @returns how long that took, in milliseconds
   */
  start(flags?: readonly string[]): Promise<number>;
  /** Resolves when nothing is left from the start, or after half a minute where others on the machine never rest. */
  settle(): Promise<void>;
  counters(): Promise<Record<string, number>>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const SETTLE_MS = 30_000;
/** Who works for nobody rests after ten seconds: that is what idle agents cost the longest time. */
export const REST_MS = 12_000;

/** Claude and Codex in turns, in every recorded state; every second Claude publishes. All have hooks and logs. */
export async function createFleet(size: number, { entry }: Installed): Promise<Fleet> {
  const screens = readScreens(join(ROOT, "test/rig/screens"));
  const castOf = (agent: string) =>
    screens.ids
      .filter((id) => id.startsWith(`${agent}-`) && !id.includes("first-run-offline-fails"))
      .map((id) => screens.get(id));
  const casts = [castOf("claude"), castOf("codex")];
  const stage = createStage();
  const markers = join(stage.dir, "ccmux/session-pids");
  mkdirSync(markers, { recursive: true });
  await stage.add(
    Array.from({ length: size }, (_, at) => {
      const cast = casts[at % 2]!;
      return { screen: cast[(at >> 1) % cast.length]!, publishes: at % 4 === 0 };
    }),
  );
  const said = new Map(
    stage.actors.map((actor) => [actor, createSaid(actor, stage.home, markers)] as const),
  );
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: stage.home,
    CCMUX_HOME: join(stage.dir, "ccmux"),
    CCMUX_TMUX_SOCKET: stage.socket,
    CCMUX_PORT: "0",
  };
  const socket = join(env.CCMUX_HOME, "run/ccmux.sock");
  let daemon: ChildProcess | null = null;

  const isComplete = async (): Promise<boolean> => {
    try {
      const body = await request(socket, { path: "/v1/sessions" });
      const { sessions } = JSON.parse(body) as SnapshotJson;
      return sessions.length === size && sessions.every(({ status }) => status !== "unknown");
    } catch {
      return false; // It does not listen yet.
    }
  };
  const fleet: Fleet = {
    size,
    stage,
    screens,
    env,
    socket,
    get pid() {
      return daemon?.pid ?? 0;
    },
    saidOf: (actor) => said.get(actor)!,
    async start(flags = []) {
      await fleet.stop();
      const begun = performance.now();
      daemon = spawn(process.execPath, [...DAEMON_FLAGS, ...flags, entry, "daemon", "run"], {
        env: { ...env, ...DAEMON_ENV },
        stdio: ["ignore", "ignore", "inherit"],
      });
      while (!(await isComplete())) {
        if (performance.now() - begun > 120_000) throw new Error("The list is never complete");
        await sleep(10);
      }
      return performance.now() - begun;
    },
    async settle() {
      const end = performance.now() + SETTLE_MS;
      for (let quiet = 0, last = await fleet.counters(); quiet < 3 && performance.now() < end;) {
        await sleep(1100);
        const now = await fleet.counters();
        const isQuiet = now.captures === last.captures && now.ticks === last.ticks;
        quiet = isQuiet ? quiet + 1 : 0;
        last = now;
      }
    },
    async counters() {
      const health = await request(socket, { path: "/v1/health" });
      return (JSON.parse(health) as { counters: Record<string, number> }).counters;
    },
    async stop() {
      const running = daemon;
      daemon = null;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      running.kill("SIGTERM");
      await once(running, "exit");
    },
    async close() {
      await fleet.stop();
      await stage.close();
    },
  };
  return fleet;
}
