/**
 * `nice -n 15 node bench/soak.ts [--minutes 30 --size 300 --busy 30 --out FOLDER]`: a fleet of which some work all the time. Writes
 * what the daemon holds to `soak.tsv` and `soak.svg` in `bench/results`, as it goes, and what became of it at the end.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { costOf } from "./cost.ts";
import { createFleet } from "./fleet.ts";
import { install, ROOT } from "./install.ts";
import { machine } from "./measure.ts";
import { plot, slopes, type Sample } from "./plot.ts";
import { startWork, workers } from "./work.ts";

const EVERY_MS = 15_000;
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    size: { type: "string", default: "300" },
    busy: { type: "string", default: "30" },
    out: { type: "string", default: join(ROOT, "bench/results") },
  },
});
const [minutes, size, busy] = [values.minutes, values.size, values.busy].map(Number);
const table = join(values.out, "soak.tsv");
const picture = join(values.out, "soak.svg");

const installed = install();
const fleet = await createFleet(size!, installed);
try {
  await fleet.start();
  await fleet.settle();
  const work = startWork(fleet, workers(fleet, busy!), true);
  const facts = Object.entries(machine()).map(([name, value]) => `${name} ${value}`);
  const title = `${size} sessions, ${busy} at work, ${minutes} minutes`;
  writeFileSync(table, `# ${title}; ${facts.join(", ")}\n`);
  appendFileSync(table, "minute\tmemory MB\tdescriptors\tthreads\tprocesses a scan\tCPU %\n");
  const samples: Sample[] = [];
  const begun = performance.now();
  let before = { at: begun, cpuMs: costOf(fleet.pid).cpuMs, counters: await fleet.counters() };
  while (performance.now() - begun < minutes! * 60_000) {
    await sleep(EVERY_MS);
    const [at, cost, counters] = [performance.now(), costOf(fleet.pid), await fleet.counters()];
    const more = (name: string): number => counters[name]! - before.counters[name]!;
    const sample: Sample = {
      minute: (at - begun) / 60_000,
      memory: cost.residentMb,
      descriptors: cost.descriptors,
      threads: cost.threads,
      processes: (more("lists") + more("captureClients")) / Math.max(1, more("scans")),
      cpu: (cost.cpuMs - before.cpuMs) / ((at - before.at) / 100),
    };
    before = { at, cpuMs: cost.cpuMs, counters };
    samples.push(sample);
    const row = Object.values(sample).map((value: number) => value.toFixed(2));
    appendFileSync(table, `${row.join("\t")}\n`);
    writeFileSync(picture, plot(title, samples));
  }
  work.stop();
  for (const line of slopes(samples)) {
    appendFileSync(table, `# ${line}\n`);
    console.log(line);
  }
} finally {
  await fleet.close();
  installed.remove();
}
