/** The daemon itself. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ownProcesses } from "../../lab/own-processes.ts";
import { must, type Blow } from "../blow.ts";
import type { World } from "../world.ts";

const ENTRY = fileURLToPath(new URL("../../../bin/entry.mjs", import.meta.url));
/** Moments of a start, in milliseconds; the last is after it serves. */
const STAGES = [0, 60, 120, 180, 240, 300, 400, 500, 700, 1000];

const kill = ({ daemonPid }: World): void => void process.kill(daemonPid(), "SIGKILL");

export const DAEMON: readonly Blow[] = [
  {
    name: "daemon killed",
    does: "kill -9, and somebody asks for the list",
    expects: "another one with the same ids; a reader goes on",
    daemon: "restarts",
    deaf: true,
    async deal(world) {
      kill(world);
      await world.lab.startDaemon();
      return () => {};
    },
  },
  {
    name: "daemon killed at every stage of its start",
    does: `kill -9 after ${STAGES.join(", ")} ms, each time anew`,
    expects: "the next one starts, with the same ids",
    daemon: "restarts",
    deaf: true,
    async deal(world) {
      kill(world);
      for (const ms of STAGES) {
        const child = spawn(process.execPath, [ENTRY, "daemon", "run"], {
          env: world.lab.env,
          stdio: "ignore",
        });
        await sleep(ms);
        child.kill("SIGKILL");
      }
      await world.lab.startDaemon();
      return () => {};
    },
  },
  {
    name: "daemon killed while it types",
    does: "kill -9 at some moment of a `send`",
    expects: "the text is submitted once or not at all, and in no other pane",
    daemon: "restarts",
    deaf: true,
    async deal(world) {
      const text = `cut-${Date.now()}`;
      const sending = world.lab.cli(["send", world.typistPane, "--", text]);
      await sleep(150 + 500 * world.random());
      kill(world);
      const { code } = await sending;
      await world.lab.startDaemon();
      const times = world.prompts().filter((prompt) => prompt.includes(text)).length;
      must(times <= 1, `submitted ${times} times`);
      must(code !== 0 || times === 1, "send said 0, and nothing was submitted");
      // What is left in the composer is a person's to see: here it is taken away again.
      await world.lab.stage.tmux("send-keys", "-t", world.typistPane, "Escape");
      return () => {};
    },
  },
  {
    name: "daemon stopped",
    does: "SIGSTOP for 3 s while a list is asked for, then SIGCONT (FR-064)",
    expects: "the same daemon answers, no second one is started",
    deaf: true,
    async deal(world) {
      const pid = world.daemonPid();
      process.kill(pid, "SIGSTOP");
      const listing = world.lab.cli(["list"]);
      await sleep(3000);
      const daemons = ownProcesses(world.home).filter((one) => one === pid);
      must(daemons.length === 1, "the daemon is gone");
      return async () => {
        process.kill(pid, "SIGCONT");
        const { code } = await listing;
        must(code === 0 || code === 69, `list ended with ${code}`);
      };
    },
  },
  {
    name: "machine sleeps",
    does: "daemon and tmux server stopped together for 5 s, agents go on (FR-074)",
    expects: "right after they wake; no second daemon",
    deaf: true,
    frozen: true,
    async deal(world) {
      const server = world.lab.stage.actors.find(({ pane }) => pane)!.pane!.server.pid;
      const pids = [world.daemonPid(), server];
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      await sleep(5000);
      return () => {
        for (const pid of pids) process.kill(pid, "SIGCONT");
      };
    },
  },
  {
    name: "daemon restarted",
    does: "`ccmux daemon restart` while somebody waits and somebody follows events",
    expects: "both go on with the new one, and miss nothing",
    daemon: "restarts",
    deaf: true,
    async deal(world) {
      const waiting = world.lab.cli([
        "wait",
        world.typistPane,
        "--until",
        "working",
        "--timeout",
        "20",
      ]);
      await sleep(700);
      await world.lab.json(["daemon", "restart"]);
      await world.untilRight(10_000);
      await world.lab.cli(["send", world.typistPane, "--", "work"]);
      const { code, stderr } = await waiting;
      must(code === 0, `wait ended with ${code}: ${stderr}`);
      return () => {};
    },
  },
];
