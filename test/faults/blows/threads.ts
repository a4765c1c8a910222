/** Threads of the pool, and the clock that all of it goes by: broken from within, through the inspector. */
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { must, type Blow } from "../blow.ts";
import { inspect } from "../inspector.ts";
import type { World } from "../world.ts";

const HOUR = 3_600_000;

async function inThreads({ daemonPid }: World, expression: string, most?: number): Promise<void> {
  const inspector = await inspect(daemonPid());
  const count = await inspector.inThreads(expression, most);
  must(count > 0, "no thread was reached");
  await inspector.close();
}

/** Threads of the daemon, Node's own too, before one of them was stuck. */
const stuck = new WeakMap<World, string[]>();
const threadsOf = ({ daemonPid }: World): string[] => readdirSync(`/proc/${daemonPid()}/task`);

/** Moves `Date.now` of the daemon and of its threads: the machine's own clock is everybody's. */
async function shift({ daemonPid }: World, ms: number): Promise<void> {
  const inspector = await inspect(daemonPid());
  const set = `(globalThis.trueNow ??= Date.now, Date.now = () => trueNow() + ${ms})`;
  await inspector.inMain(set);
  await inspector.inThreads(set);
  await inspector.close();
}

export const THREADS: readonly Blow[] = [
  {
    name: "threads killed",
    does: "process.exit() in both threads of the pool",
    expects: "others take their place",
    async deal(world) {
      await inThreads(world, "process.exit(1)");
      return () => {};
    },
  },
  {
    name: "thread out of memory",
    does: "one thread fills its heap",
    expects: "it ends alone, another takes its place",
    async deal(world) {
      await inThreads(
        world,
        "globalThis.a=[];for(;;)a.push(new Array(1e5).fill({}).map(()=>({})))",
        1,
      );
      await sleep(1000);
      return () => {};
    },
    within: { ms: 10_000, because: "filling 128 MB takes seconds, and threads are slow to start" },
  },
  {
    name: "thread stuck",
    does: "one thread never returns",
    expects: "what it was given fails after 20 s, and another takes its place",
    async deal(world) {
      const tasks = threadsOf(world);
      await inThreads(world, "setTimeout(() => { for(;;); }, 200)", 1);
      stuck.set(world, tasks);
      return () => {};
    },
    async afterwards(world) {
      const now = threadsOf(world);
      must(
        stuck.get(world)!.some((one) => !now.includes(one)),
        "no thread was replaced",
      );
    },
    within: {
      ms: 30_000,
      because: "only what takes longer than any task may (20 s) is known to be stuck",
    },
  },
  {
    name: "clock back an hour",
    does: "Date.now of the daemon and its threads goes back, and after 3 s forward again",
    expects: "statuses go on, in both directions",
    async deal(world) {
      await shift(world, -HOUR);
      await sleep(1000);
      return () => shift(world, 0);
    },
    async meanwhile(world) {
      await world.untilRight(5000);
      await sleep(2000);
      must((await world.wrong()).length === 0, "wrong while the clock was back");
    },
  },
  {
    name: "clock forward an hour",
    does: "Date.now of the daemon and its threads goes forward, and after 3 s back again",
    // tmux and the agents keep the true time, by which all that they do now is an hour old: harsher
    // than a clock that jumps for all of them.
    expects: "lists go on, and statuses are right once the clock is",
    async deal(world) {
      await shift(world, HOUR);
      await sleep(1000);
      return () => shift(world, 0);
    },
  },
];
