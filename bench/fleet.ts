import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { DAEMON_FLAGS } from "../src/io/start-daemon.ts";
import { createStage, type Stage } from "../src/stage/stage.ts";
import { readScreens } from "../src/stage/screens.ts";

const ENTRY = fileURLToPath(new URL("../bin/entry.mjs", import.meta.url));
export const LAUNCHER = fileURLToPath(new URL("../bin/ccmux", import.meta.url));

/** A stage full of stand-ins, and a daemon of its own. */
export interface Fleet {
  stage: Stage;
  env: Record<string, string>;
  startDaemon(): ChildProcess;
  close(): Promise<void>;
}

/** Claude and Codex in every recorded state, over and over. */
export async function createFleet(size: number): Promise<Fleet> {
  const screens = readScreens(fileURLToPath(new URL("../test/rig/screens/", import.meta.url)));
  const cast = screens.ids
    .filter((id) => /^(claude|codex)-/.test(id) && !id.includes("first-run-offline-fails"))
    .map((id) => screens.get(id));
  const stage = createStage();
  await stage.add(
    Array.from({ length: size }, (_, at) => {
      const screen = cast[at % cast.length]!;
      return { screen, publishes: screen.agent === "claude" && at % 2 === 0 };
    }),
  );
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: stage.home,
    CCMUX_HOME: `${stage.dir}/ccmux`,
    CCMUX_TMUX_SOCKET: stage.socket,
  };
  const daemons: ChildProcess[] = [];
  return {
    stage,
    env,
    startDaemon() {
      const daemon = spawn(process.execPath, [...DAEMON_FLAGS, ENTRY, "daemon", "run"], {
        env,
        stdio: ["ignore", "ignore", "inherit"],
      });
      daemons.push(daemon);
      return daemon;
    },
    async close() {
      for (const daemon of daemons.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        daemon.kill("SIGTERM");
        await once(daemon, "exit");
      }
      await stage.close();
    },
  };
}
