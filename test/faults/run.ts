/** The soak: `npm run test:faults [-- --minutes 45 --agents 100 --every 20 --seed N --only WORD --discovery ps]`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { BLOWS } from "./blows/index.ts";
import { createRandom, pick } from "./random.ts";
import { table, totals } from "./report.ts";
import { strike, type Outcome } from "./strike.ts";
import { layFiles } from "./witness.ts";
import { createWorld } from "./world.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "45" },
    agents: { type: "string", default: "100" },
    every: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    discovery: { type: "string", default: "proc" },
    only: { type: "string", default: "" },
    once: { type: "boolean", default: false },
  },
});
const discovery = values.discovery === "ps" ? "ps" : "proc";
const everyMs = Number(values.every) * 1000;
const random = createRandom(Number(values.seed));
const blows = BLOWS.filter(
  (blow) => (blow.in ?? "proc") === discovery && blow.name.includes(values.only),
);
const cleanUps: (() => Promise<void>)[] = [];
const outcomes: Outcome[] = [];
/** Why it could not go on, and what the daemon wrote last. */
let ended: { error: unknown; log: string } | null = null;

console.log(
  `seed ${values.seed}, ${values.agents} agents, a blow every ${values.every} s for ${values.minutes} minutes`,
);
const controller = new AbortController();
process.once("SIGINT", () => controller.abort());
process.once("SIGTERM", () => controller.abort());
let readLog = (): string => "";
try {
  const world = await createWorld({
    agents: Number(values.agents),
    random,
    discovery,
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
  });
  layFiles(world);
  const log = join(world.home, "state/daemon.log");
  readLog = () => (existsSync(log) ? readFileSync(log, "utf8").slice(-4000) : `no ${log}`);
  const end = Date.now() + Number(values.minutes) * 60_000;
  for (let n = 0; values.once ? n < blows.length : Date.now() < end; n++) {
    if (controller.signal.aborted) break;
    const begun = Date.now();
    const outcome = await strike(world, values.once ? blows[n]! : pick(random, blows));
    outcomes.push(outcome);
    console.log(JSON.stringify(outcome));
    if (!values.once) await sleep(Math.max(0, begun + everyMs - Date.now()));
  }
} catch (error) {
  // After the last blow all was never right again: what was dealt before is told all the same.
  ended = { error, log: readLog() };
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
console.log(`\n${table(BLOWS, outcomes)}\n\n${totals(outcomes)}`);
if (ended) console.log(`\nIt ended early: ${String(ended.error)}\n\n${ended.log}`);
process.exit(
  !ended && outcomes.length > 0 && outcomes.every(({ broken }) => broken.length === 0) ? 0 : 1,
);
