/** The file system below `CCMUX_HOME`: a tmpfs of its own. */
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must, type Blow } from "../blow.ts";
import type { World } from "../world.ts";

function fill({ home }: World): string {
  const path = join(home, "state", "filler");
  const file = openSync(path, "w");
  try {
    for (const block = Buffer.alloc(64 << 10); ;) writeSync(file, block);
  } catch (error) {
    must((error as NodeJS.ErrnoException).code === "ENOSPC", `the disk did not fill: ${error}`);
  } finally {
    closeSync(file);
  }
  return path;
}

/** Over itself: what is opened from now on is opened read-only. The whole can't be, while files are open. */
function makeReadOnly({ home }: World): void {
  execFileSync("mount", ["--bind", home, home]);
  execFileSync("mount", ["-o", "remount,bind,ro", home]);
}

/** Statuses and events do not need a disk. */
async function goesOn(world: World): Promise<void> {
  await world.untilRight(5000);
  await world.move(true);
  await world.untilRight(5000);
}

export const DISK: readonly Blow[] = [
  {
    name: "disk full",
    does: "state, log, markers and socket on a file system without a free byte",
    expects: "statuses and events go on",
    async deal(world) {
      const path = fill(world);
      return () => rmSync(path);
    },
    meanwhile: goesOn,
  },
  {
    name: "disk full at a start",
    does: "the daemon is killed, and another is asked for while there is no free byte",
    expects: "it serves, or says why it can't; after that one starts, nothing of the old is lost",
    daemon: "restarts",
    deaf: true,
    async deal(world) {
      const path = fill(world);
      process.kill(world.daemonPid(), "SIGKILL");
      const { code, stderr } = await world.lab.cli(["list"]);
      must(
        code === 0 || (code === 69 && stderr.includes("\n")),
        `list ended with ${code}: ${stderr}`,
      );
      return async () => {
        rmSync(path);
        await world.lab.startDaemon();
      };
    },
  },
  {
    name: "disk read-only",
    does: "mounted read-only over itself, until the statuses have changed twice",
    expects: "statuses and events go on",
    async deal(world) {
      makeReadOnly(world);
      return () => void execFileSync("umount", ["--lazy", world.home]);
    },
    meanwhile: goesOn,
  },
  {
    name: "markers and config vanish",
    does: "their names lead nowhere for 3 s, then they are back",
    expects: "statuses go on, markers are read again",
    async deal({ home }) {
      const names = ["session-pids", "ccmux.json"].map((name) => join(home, name));
      for (const path of names)
        renameSync(path, join(home, "state", `away-${path.split("/").at(-1)}`));
      await sleep(3000);
      return () => {
        for (const path of names) {
          rmSync(path, { recursive: true, force: true });
          renameSync(join(home, "state", `away-${path.split("/").at(-1)}`), path);
        }
      };
    },
    meanwhile: goesOn,
  },
  {
    name: "socket removed",
    does: "the socket's file is taken away, as cleaners of temporary folders do",
    expects: "the daemon opens another at its place, the same one goes on",
    deaf: true,
    async deal({ home }) {
      rmSync(join(home, "run", "ccmux.sock"));
      return () => {};
    },
    async afterwards({ home }) {
      must(existsSync(join(home, "run", "ccmux.sock")), "no socket");
    },
  },
];
