import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DAEMON_FLAGS } from "../src/io/start-daemon.ts";
import { createStage, type Stage } from "../src/stage/stage.ts";
import { readScreens } from "../src/stage/screens.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** ccmux as it is installed: compiled, in a folder of its own. What people run is what is measured. */
export interface Installed {
  launcher: string;
  entry: string;
  remove(): void;
}

export function install(): Installed {
  const dir = mkdtempSync(join(tmpdir(), "ccmux-bench-"));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), [
    "-p",
    join(ROOT, "src"),
    "--outDir",
    join(dir, "dist"),
  ]);
  for (const name of ["bin", "package.json"])
    cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  cpSync(join(ROOT, "src/stage/screens"), join(dir, "dist/stage/screens"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  return {
    launcher: join(dir, "bin/ccmux"),
    entry: join(dir, "bin/entry.mjs"),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A stage full of stand-ins, and a daemon of its own. */
export interface Fleet {
  stage: Stage;
  env: Record<string, string>;
  startDaemon(): ChildProcess;
  close(): Promise<void>;
}

/** Claude and Codex in every recorded state, over and over. */
export async function createFleet(size: number, { entry }: Installed): Promise<Fleet> {
  const screens = readScreens(join(ROOT, "test/rig/screens"));
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
    CCMUX_PORT: "0",
  };
  const daemons: ChildProcess[] = [];
  return {
    stage,
    env,
    startDaemon() {
      const daemon = spawn(process.execPath, [...DAEMON_FLAGS, entry, "daemon", "run"], {
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
