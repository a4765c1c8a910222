import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProcessRef } from "../core/types.ts";
import {
  createActor,
  expectedOf,
  type Actor,
  type ActorSpec,
  type ExpectedRow,
  type PublishedStatus,
} from "./actor.ts";
import { inLanes } from "./lanes.ts";
import { paint, titleFor } from "./paint.ts";
import { openGate, writeToTty } from "./pane.ts";
import { awaitEnd, isRunning, signal, stillRunning } from "./processes.ts";
import { createPrograms } from "./programs.ts";
import { createPublisher, publishedFor } from "./published.ts";
import type { Screen } from "./screens.ts";
import { awaitAgents, awaitTitles, gateOf, openPanes } from "./spawn.ts";
import { createTmux } from "./tmux.ts";
import { createWorkplace } from "./workplace.ts";

export interface StageOptions {
  /** Where all of it lives, absolute and short. @default a fresh folder below the system's temporary one */
  dir?: string;
  /** Columns of every pane, instead of its first screen's own. */
  cols?: number;
  /** Rows of every pane, instead of its first screen's own. */
  rows?: number;
}

/**
 * A private tmux server with stand-in agents: real processes on real terminals, under the real
 * names, that show recorded screens. It writes nothing outside of `dir` and ends only what it
 * started. Linux is where it is exact; on macOS it does for the demo, with `ps` instead of `/proc`.
 */
export interface Stage {
  readonly dir: string;
  /** The stand-ins' `HOME`. */
  readonly home: string;
  readonly socket: string;
  /** In the order in which they were added; ended ones too, removed ones not. */
  readonly actors: readonly Actor[];
  /** Starts any number of stand-ins at once. Resolves when all of them run and show their screen. */
  add(specs: readonly ActorSpec[]): Promise<Actor[]>;
  /** Draws another screen. tmux has read it some milliseconds after this resolves. */
  draw(actor: Actor, screen: Screen): Promise<void>;
  /** Writes the agent's own state file. */
  publish(actor: Actor, status: PublishedStatus, waitingFor?: string): void;
  /** Draws, and publishes what goes with it if this actor publishes. */
  show(actor: Actor, screen: Screen): Promise<void>;
  /** Resolves when it is gone. Its shell stays, and so does what it drew; after SIGKILL also what it published. */
  end(actor: Actor, name?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** A new process of the same agent in the same pane. */
  restart(actor: Actor, screen?: Screen): Promise<void>;
  /** Closes its pane with all that runs there, and forgets it. */
  remove(actor: Actor): Promise<void>;
  /** Ends the server and with it every stand-in. */
  killServer(): Promise<void>;
  /** Starts it on the same socket with every stand-in that was ever added, so that each `%N` comes again. */
  startServer(): Promise<void>;
  /** What ccmux must say about each stand-in that runs now. */
  expected(): ExpectedRow[];
  /** Runs one client on the stage's server, for what has no verb here. */
  tmux(...args: string[]): Promise<string>;
  /** Ends and removes all of it; the folder only if the stage made it. Never throws for what is gone already. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** A thousand panes take seconds to go on a slow machine. */
const GRACE_MS = 10_000;

export function createStage(options: StageOptions = {}): Stage {
  const { dir, home, work, socket, remove } = createWorkplace(options.dir);
  const { PATH = "", LANG = "C.UTF-8", TERM = "xterm-256color" } = process.env;
  const tmux = createTmux(socket, { HOME: home, SHELL: "/bin/sh", PATH, LANG, TERM });
  const programs = createPrograms(join(dir, "bin"));
  const publisher = createPublisher(home);
  const actors: Actor[] = [];
  let added = 0;
  let server: ProcessRef | null = null;
  /** All that was ever started and may still run. */
  let started: ProcessRef[] = [];

  async function start(fresh: readonly Actor[]): Promise<void> {
    if (fresh.length === 0) return;
    await openPanes(fresh, { dir, tmux, programs, size: options });
    server = fresh[0]!.pane!.server;
    started.push(server, ...fresh.map(({ pane }) => pane!.shell));
    // Each drawing takes one of Node's four threads until tmux has read it.
    await inLanes(4, fresh, (actor) => draw(actor, actor.screen));
    await beginWork(fresh);
    await awaitTitles(fresh, tmux, TIMEOUT_MS);
  }

  async function beginWork(fresh: readonly Actor[]): Promise<void> {
    await awaitAgents(fresh, programs, TIMEOUT_MS);
    started.push(...fresh.flatMap(partsOf));
    for (const actor of fresh) {
      actor.nativeId = randomUUID();
      publishScreen(actor);
    }
  }

  function publish(actor: Actor, status: PublishedStatus, waitingFor?: string): void {
    publisher.write(actor, status, waitingFor ?? null);
    actor.published = { status, waitingFor: waitingFor ?? null };
    actor.screenIsNewer = false;
  }

  function publishScreen(actor: Actor): void {
    const word = actor.spec.publishes ? publishedFor(actor.screen) : null;
    if (word) publish(actor, word[0], word[1] ?? undefined);
  }

  async function end(actor: Actor, name: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    if (actor.process) {
      signal(actor.process, name);
      await awaitEnd(partsOf(actor), TIMEOUT_MS);
      if (name !== "SIGKILL") publisher.remove(actor);
    }
    forget(actor);
  }

  async function endAll(): Promise<void> {
    // By pid and not by a client: a server that a test has frozen answers none.
    if (server && isRunning(server)) {
      for (const name of ["SIGTERM", "SIGCONT"] as const) signal(server, name);
    } else if (existsSync(socket)) {
      await tmux.run(["kill-server"]).catch(() => {});
    }
    const left = await awaitEnd(started, GRACE_MS).then(
      () => [],
      () => stillRunning(started),
    );
    for (const ref of left) signal(ref, "SIGKILL");
    await awaitEnd(left, TIMEOUT_MS);
    [server, started] = [null, []];
  }

  async function killServer(): Promise<void> {
    await endAll();
    for (const actor of actors) {
      // Claude hears the hang-up and takes its file away.
      publisher.remove(actor);
      forget(actor);
      actor.pane = null;
    }
  }

  return {
    dir,
    home,
    socket,
    actors,
    async add(specs) {
      const fresh = specs.map((spec) => createActor(spec, added++, work));
      actors.push(...fresh);
      await start(fresh);
      return fresh;
    },
    draw,
    publish,
    async show(actor, screen) {
      await draw(actor, screen);
      publishScreen(actor);
    },
    end,
    async restart(actor, screen = actor.screen) {
      await end(actor);
      await draw(actor, screen);
      await openGate(gateOf(dir, actor), TIMEOUT_MS);
      await beginWork([actor]);
    },
    async remove(actor) {
      const ending = [...partsOf(actor), actor.pane!.shell];
      await tmux.run(["kill-pane", "-t", actor.pane!.id]);
      await awaitEnd(ending, TIMEOUT_MS);
      publisher.remove(actor);
      actors.splice(actors.indexOf(actor), 1);
    },
    killServer,
    startServer: () => start(actors),
    expected() {
      const running = new Set(stillRunning(actors.flatMap(({ process }) => process ?? [])));
      return actors.flatMap((actor) =>
        running.has(actor.process!) ? (expectedOf(actor, socket) ?? []) : [],
      );
    },
    tmux: (...args) => tmux.run(args),
    async close() {
      await endAll();
      remove();
    },
  };
}

async function draw(actor: Actor, screen: Screen): Promise<void> {
  // The kernel hands a closed pane's terminal to the next one who asks, perhaps a person.
  const { index, pane } = actor;
  if (!pane || !isRunning(pane.shell)) throw new Error(`Stand-in ${index} has no pane`);
  actor.screen = screen;
  actor.title = titleFor(screen, actor.project);
  actor.screenIsNewer = true;
  await writeToTty(pane.tty, paint(screen, actor.title));
}

function partsOf({ process, launcher }: Actor): ProcessRef[] {
  return [process, launcher].filter((part) => part !== null);
}

function forget(actor: Actor): void {
  actor.process = null;
  actor.launcher = null;
  actor.published = null;
}
