import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { SessionJson, SnapshotJson } from "../../src/core/session.ts";
import type { ActorSpec } from "../../src/stage/actor.ts";
import { createStage, type Stage } from "../../src/stage/stage.ts";
import { endOwnProcesses } from "./own-processes.ts";
import { run, type RunOptions, type RunResult } from "./run.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));

export interface LabOptions {
  /** Stand-ins to start with. */
  cast?: readonly ActorSpec[];
  /** More variables for ccmux, or other values. */
  env?: Readonly<Record<string, string>>;
  /** Where to register the clean-up; `afterAll` for a lab that many tests share. @default onTestFinished */
  atEnd?: (cleanUp: () => Promise<void>) => unknown;
}

/** The stage with ccmux under test on it: the checkout's own, run through its launcher as a person would. */
export interface Lab {
  readonly dir: string;
  readonly stage: Stage;
  /** All that ccmux gets of an environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The launcher. */
  readonly cliPath: string;
  cli(args: readonly string[], options?: Partial<RunOptions>): Promise<RunResult>;
  /** Adds `--json`. Throws when the exit code is another than 0, with what was said on stderr. */
  json<T = unknown>(args: readonly string[], options?: Partial<RunOptions>): Promise<T>;
  sessions(): Promise<SessionJson[]>;
  /** @returns its pid */
  startDaemon(): Promise<number>;
  /** Null when none runs. */
  daemonPid(): Promise<number | null>;
  /** Ends the daemon and whatever else ccmux left running; the stage stays. */
  stop(): Promise<void>;
}

export async function createLab(options: LabOptions = {}): Promise<Lab> {
  const { cast = [], atEnd = onTestFinished } = options;
  // A short name: the daemon's socket stands three folders deeper, and has 100 bytes.
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "cm-")));
  const stage = createStage({ dir });
  const home = join(dir, "ccmux");
  const stop = (): Promise<void> => endOwnProcesses(home);
  atEnd(async () => {
    await stop();
    await stage.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const env: Record<string, string> = {
    HOME: stage.home,
    PATH: process.env.PATH ?? "",
    TMPDIR: folder(dir, "tmp"),
    XDG_CONFIG_HOME: folder(stage.home, ".config"),
    XDG_STATE_HOME: folder(stage.home, ".local/state"),
    XDG_DATA_HOME: folder(stage.home, ".local/share"),
    XDG_CACHE_HOME: folder(stage.home, ".cache"),
    XDG_RUNTIME_DIR: folder(dir, "run"),
    CCMUX_HOME: home,
    CCMUX_TMUX_SOCKET: stage.socket,
    CCMUX_PORT: String(await freePort()),
    ...options.env,
  };

  const lab: Lab = {
    dir,
    stage,
    env,
    cliPath: LAUNCHER,
    cli: (args, more = {}) =>
      run(LAUNCHER, args, { cwd: dir, ...more, env: { ...env, ...more.env } }),
    async json<T>(args: readonly string[], more: Partial<RunOptions> = {}) {
      // What follows `--` is text for an agent, and no flag.
      const end = args.includes("--") ? args.indexOf("--") : args.length;
      const { code, stdout, stderr } = await lab.cli(args.toSpliced(end, 0, "--json"), more);
      if (code !== 0) throw new Error(`ccmux ${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as T;
    },
    sessions: async () => (await lab.json<SnapshotJson>(["list"])).sessions,
    startDaemon: async () => (await lab.json<{ pid: number }>(["daemon", "start"])).pid,
    daemonPid: async () => {
      // Its exit code tells whether one runs, so that it may be another than 0.
      const { stdout } = await lab.cli(["daemon", "status", "--json"]);
      const { running, pid } = JSON.parse(stdout) as { running: boolean; pid: number };
      return running ? pid : null;
    },
    stop,
  };
  await stage.add(cast);
  return lab;
}

function folder(...path: string[]): string {
  const name = join(...path);
  mkdirSync(name, { recursive: true, mode: 0o700 });
  return name;
}

/** A port that nobody has right now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
