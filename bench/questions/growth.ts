import { setTimeout as sleep } from "node:timers/promises";
import { until, type Figure, type Given, type Question } from "../measure.ts";
import { createWorld, type World } from "../world.ts";
import { spanOf } from "./idle.ts";

/** Of a made-up machine; each ten times the one before. */
const SIZES = [100, 1000, 10_000];
const SCANS = 20;
const CHANGES = 50;

export const growth: Question = {
  name: "growth",
  asks: "cost from 100 to 1,000 sessions: ≤ linear; on a made-up machine to 10,000, to see where it bends",
  async run(given) {
    const figures: Figure[] = [await realGrowth(given)];
    let before: Record<string, number> | null = null;
    for (const size of SIZES) {
      const costs = await costsOf(size);
      for (const [name, value] of Object.entries(costs)) {
        const bound = before && { by: `the same with ${size / 10}`, value: before[name]! };
        const budget = bound && { atMost: 10 };
        figures.push({ name: `${name}, ${size} made up`, value, unit: "ms", bound, budget });
      }
      before = costs;
    }
    return figures;
  },
};

async function realGrowth({ fleet: fleetOf, size, small, seconds }: Given): Promise<Figure> {
  const large = (await spanOf(await fleetOf(size), seconds)).daemon;
  const few = (await spanOf(await fleetOf(small), seconds)).daemon;
  return {
    name: `idle, daemon and its children, ${size} against ${small} sessions`,
    value: large,
    unit: "% of a core",
    bound: { by: `the same with ${small}`, value: Math.max(few, 0.1) },
    budget: { atMost: size / small },
  };
}

/** What the main thread does, in milliseconds of processor time each. */
async function costsOf(size: number): Promise<Record<string, number>> {
  const begun = process.cpuUsage();
  const world = createWorld(size);
  try {
    await until(() => world.store.rows.size === size, 120_000);
    const start = spentMs(begun);
    await sleep(1500);
    const change = (name: "publish" | "hook" | "draw"): Promise<number> =>
      costOf(world, name, size);
    return {
      "first list": start,
      "a steady scan": await scanCost(world),
      "a published change": await change("publish"),
      "a hook": await change("hook"),
      "a pane that is drawn": await change("draw"),
    };
  } finally {
    world.close();
  }
}

async function scanCost({ scheduler }: World): Promise<number> {
  const before = scheduler.counters().scans;
  const begun = process.cpuUsage();
  await sleep(SCANS * 100);
  return spentMs(begun) / Math.max(1, scheduler.counters().scans - before);
}

async function costOf(
  world: World,
  change: "publish" | "hook" | "draw",
  size: number,
): Promise<number> {
  const first = change === "hook" ? 1 : 0;
  const begun = process.cpuUsage();
  for (let turn = 0; turn < CHANGES; turn++) {
    world[change]((first + turn * 2) % size);
    await sleep(5);
  }
  await sleep(200);
  return spentMs(begun) / CHANGES;
}

function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
