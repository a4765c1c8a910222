/** What hooks and agents write, and the state database. */
import { DatabaseSync } from "node:sqlite";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must, type Blow } from "../blow.ts";

function overwrite(path: string, from: number, length: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(length, 0x5a), 0, length, from);
  closeSync(file);
}

/** Of the history before it was damaged, by home. */
const epochs = new Map<string, string>();

export const FILES: readonly Blow[] = [
  {
    name: "10,000 markers at once",
    does: "of processes that are gone, written as fast as may be",
    expects: "lists go on, and all of them are swept",
    async deal({ home }) {
      for (let n = 0; n < 10_000; n++) {
        const head = { agent_type: "claude", pid: 3_999_999, session_id: `s${n}`, event: "Stop" };
        writeFileSync(
          join(home, "session-pids", `claude-s${n}.json`),
          `${JSON.stringify(head)}\n{}`,
        );
      }
      return () => {};
    },
    async afterwards({ home }) {
      const left = readdirSync(join(home, "session-pids")).length;
      must(left === 0, `${left} markers of nobody are left`);
    },
    within: {
      ms: 25_000,
      because: "a marker is swept 10 s after it was written, when two scans missed its process",
    },
  },
  {
    name: "state database locked",
    does: "another process holds it exclusively while 40 things happen",
    expects: "statuses and events go on; nobody waits for it for more than a moment",
    async deal({ home }) {
      const db = new DatabaseSync(join(home, "state", "state.db"));
      db.exec("PRAGMA busy_timeout = 3000; BEGIN IMMEDIATE");
      return () => db.close();
    },
    async meanwhile(world) {
      for (let n = 0; n < 10; n++) {
        await world.move(true);
        await sleep(200);
      }
      await world.untilRight(5000);
    },
  },
  {
    name: "state database damaged",
    does: "its first pages are written over while the daemon runs; then kill -9, and another starts",
    expects: "the damaged one is put aside, a new epoch begins, ids are the same",
    daemon: "restarts",
    deaf: true,
    async deal({ home, lab, daemonPid }) {
      const path = join(home, "state", "state.db");
      process.kill(daemonPid(), "SIGKILL");
      await sleep(100);
      for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
      overwrite(path, 0, 4096);
      await lab.startDaemon();
      return () => {};
    },
    async afterwards({ home }) {
      const aside = readdirSync(join(home, "state")).filter((name) => name.includes("damaged"));
      must(aside.length > 0, "it was not put aside");
      for (const name of aside) rmSync(join(home, "state", name));
      must(existsSync(join(home, "state", "state.db")), "there is no new one");
    },
  },
  {
    name: "state database damaged while it runs",
    does: "all its pages but the first are written over, under the daemon's feet",
    expects: "the same daemon puts it aside; a new epoch begins, and what happens is kept again",
    async deal({ home, get }) {
      const { seq } = JSON.parse((await get("/v1/health")).body) as { seq: string };
      epochs.set(home, seq.split("-")[0]!);
      const path = join(home, "state", "state.db");
      const db = new DatabaseSync(path, { timeout: 3000 });
      // Another's write has the daemon read its pages again, and they are in no other file than this.
      db.exec("CREATE TABLE strange (a); PRAGMA wal_checkpoint(TRUNCATE)");
      overwrite(path, 4096, statSync(path).size - 4096);
      db.close();
      return () => {};
    },
    async afterwards({ home, get }) {
      const aside = readdirSync(join(home, "state")).filter((name) => name.includes("damaged"));
      must(aside.length > 0, "it was not put aside");
      const kept = JSON.parse((await get("/v1/feed?limit=1")).body) as { events: object[] };
      must(kept.events.length > 0, "nothing is kept since");
      const { seq, state } = JSON.parse((await get("/v1/health")).body) as Record<string, string>;
      must(!seq!.startsWith(epochs.get(home)!), "the epoch is the old one");
      must(state === "ok", `health is ${state}`);
      for (const name of aside) rmSync(join(home, "state", name));
    },
  },
];
