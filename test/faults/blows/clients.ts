/** Clients at the Unix door, and what they use up. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must, type Blow } from "../blow.ts";
import type { World } from "../world.ts";

async function open(world: World, count: number, bytes: string): Promise<() => void> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect(join(world.home, "run", "ccmux.sock"));
    socket.on("error", () => {});
    sockets.push(socket);
    await Promise.race([once(socket, "connect"), once(socket, "close")]);
    if (bytes) socket.write(bytes);
    socket.pause();
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

const GET = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n";

export const CLIENTS: readonly Blow[] = [
  {
    name: "a thousand silent clients",
    does: "connect and say nothing",
    expects: "those beyond 512 are closed at once, the others after 5 s",
    deaf: true,
    cuts: true,
    within: {
      ms: 8000,
      because: "who says nothing is given 5 s, and until then all places may be taken",
    },
    async deal(world) {
      const close = await open(world, 1000, "");
      const listed = await world.get("/v1/health").catch(() => null);
      must(listed === null || listed.status === 200, "an answer of another kind");
      return () => void sleep(100).then(() => setTimeout(close, 20_000).unref());
    },
  },
  {
    name: "half-open clients",
    does: "300 send half a head and nothing more",
    expects: "they are given 5 s each, others are answered meanwhile",
    async deal(world) {
      return await open(world, 300, GET);
    },
  },
  {
    name: "readers that do not read",
    does: "200 open the event stream and never read",
    expects: "nobody waits for them, no memory is spent on them",
    async deal(world) {
      return await open(world, 200, `${GET}\r\n`);
    },
    async meanwhile(world) {
      for (let n = 0; n < 5; n++) {
        await world.move(true);
        await sleep(300);
      }
      await world.untilRight(5000);
    },
  },
  {
    name: "descriptors exhausted",
    does: "the daemon may open no more than it has open, for 4 s",
    expects: "it lives, and is right once there are some again",
    deaf: true,
    cuts: true,
    async deal(world) {
      const pid = world.daemonPid();
      const count = readdirSync(`/proc/${pid}/fd`).length;
      const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))!;
      const limit = (most: number | string): void =>
        void execFileSync("prlimit", ["--pid", String(pid), `--nofile=${most}:`]);
      limit(count);
      await sleep(4000);
      return () => limit(soft!);
    },
    within: { ms: 8000, because: "what failed rests for up to 4 s before it is tried again" },
  },
];
