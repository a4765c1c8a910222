import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { SessionJson, SnapshotJson } from "../../src/core/session.ts";
import type { Screen } from "../../src/stage/screens.ts";
import { createLab, type Lab } from "../lab/lab.ts";
import { openPane } from "../lab/open-pane.ts";
import { recordings } from "../stage/recordings.ts";
import { ask, type Answer } from "./ask.ts";
import { createProgramFolder, type ProgramFolder } from "./programs.ts";
import { pick, type Random } from "./random.ts";
import { createReader, type Reader } from "./reader.ts";
import { differences } from "./truth.ts";

export interface WorldOptions {
  agents: number;
  random: Random;
  discovery?: "proc" | "ps";
  atEnd(cleanUp: () => Promise<void>): unknown;
}

/** A lab to be broken: stand-ins whose truth is known, one that can be typed to, and a reader of events. */
export interface World {
  readonly lab: Lab;
  readonly random: Random;
  /** `CCMUX_HOME`, a file system of its own and a small one. */
  readonly home: string;
  readonly programs: ProgramFolder;
  readonly reader: Reader;
  /** `%N` of the one that can be typed to. */
  readonly typistPane: string;
  /** Opens it (again): a server that was replaced has it no more. */
  openTypist(): Promise<void>;
  /** All that was ever submitted to it. */
  prompts(): string[];
  get(path: string, timeoutMs?: number): Promise<Answer>;
  sessions(): Promise<SessionJson[]>;
  daemonPid(): number;
  /** Lets some stand-ins do something else. @param draws false: only what they publish can change */
  move(draws: boolean): Promise<number>;
  /** What is not as it must be; none: all is right. */
  wrong(): Promise<string[]>;
  /** Milliseconds until nothing is wrong; throws with what still is after `withinMs`. */
  untilRight(withinMs: number): Promise<number>;
}

const TYPIST = fileURLToPath(new URL("../lab/typist.mjs", import.meta.url));
const DISK = "96m";

/** Per agent three screens that mean three things. */
const SCREENS = [
  [
    "claude-2.1.332/idle-after-answer",
    "claude-2.1.332/working-thinking",
    "claude-2.1.332/permission-bash",
  ],
  ["codex-0.171.0/idle-after-answer", "codex-0.171.0/working-thinking", "codex-0.171.0/question"],
].map((ids) => ids.map((id) => recordings.get(id)));

export async function createWorld(options: WorldOptions): Promise<World> {
  const { random, atEnd } = options;
  let programs: ProgramFolder | null = null;
  let reader: Reader | null = null;
  let typists = 0;
  let typistPane = "";
  const lab = await createLab({
    env: { CCMUX_DISCOVERY: options.discovery ?? "proc" },
    atEnd: (cleanUp) =>
      atEnd(async () => {
        reader?.close();
        await lab.stop();
        unmount(home);
        await cleanUp();
      }),
  });
  const home = lab.env.CCMUX_HOME!;
  mkdirSync(home, { mode: 0o700 });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=0700`, "none", home]);
  programs = createProgramFolder(join(lab.dir, "programs"));
  (lab.env as Record<string, string>).PATH = programs.path;
  symlinkSync(process.execPath, join(lab.dir, "claude"));
  await lab.stage.add(
    Array.from({ length: options.agents }, (_, at) => {
      const screen = pick(random, SCREENS[at % 3 === 2 ? 1 : 0]!);
      return { screen, publishes: screen.agent === "claude" && at % 2 === 0 };
    }),
  );

  const socket = `${home}/run/ccmux.sock`;
  const promptsFile = join(lab.dir, "prompts");
  const get = (path: string, timeoutMs?: number): Promise<Answer> => ask(socket, path, timeoutMs);
  const sessions = async (): Promise<SessionJson[]> =>
    (JSON.parse((await get("/v1/sessions")).body) as SnapshotJson).sessions;
  const wrong = async (): Promise<string[]> => {
    try {
      return differences(await sessions(), lab.stage.expected(), typistPane);
    } catch (error) {
      return [`no list: ${(error as Error).message}`];
    }
  };
  const openTypist = async (): Promise<void> => {
    const bytes = join(lab.dir, `bytes-${typists++}`);
    const words = [join(lab.dir, "claude"), TYPIST, bytes, promptsFile];
    typistPane = await openPane(lab.stage, "sh", "-ic", '"$@"; exec sleep 10000', "sh", ...words);
  };
  await openTypist();
  await lab.startDaemon();
  reader = createReader(socket);
  return {
    lab,
    random,
    home,
    programs,
    reader,
    get typistPane() {
      return typistPane;
    },
    openTypist,
    prompts: () =>
      existsSync(promptsFile)
        ? readFileSync(promptsFile, "utf8")
            .trim()
            .split("\n")
            .map((line) => String(JSON.parse(line)))
        : [],
    get,
    sessions,
    daemonPid: () =>
      (JSON.parse(readFileSync(`${home}/state/lock`, "utf8")) as { pid: number }).pid,
    async move(draws) {
      const movable = lab.stage.actors.filter(
        // A dialog that is still on the screen outdoes what is published.
        ({ process, published, screen }) =>
          process && (draws || (published && screen.status !== "waiting")),
      );
      const count = Math.min(movable.length, Math.max(2, Math.ceil(movable.length / 10)));
      for (let n = 0; n < count; n++) {
        const actor = pick(random, movable);
        const others = SCREENS.find(([first]) => first!.agent === actor.agent)!.filter(
          ({ status }) => status !== actor.screen.status,
        );
        if (draws) await lab.stage.show(actor, pick<Screen>(random, others));
        else lab.stage.publish(actor, actor.published!.status === "busy" ? "idle" : "busy");
      }
      return count;
    },
    wrong,
    async untilRight(withinMs) {
      const begun = performance.now();
      for (let left = await wrong(); ; left = await wrong()) {
        const ms = performance.now() - begun;
        if (left.length === 0) return Math.round(ms);
        if (ms > withinMs) throw new Error(left.slice(0, 5).join("; "));
        await sleep(50);
      }
    },
  };
}

function unmount(path: string): void {
  try {
    execFileSync("umount", ["--lazy", path], { stdio: "ignore" });
  } catch {
    // It never was one.
  }
}
