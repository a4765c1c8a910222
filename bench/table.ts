import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "./cost.ts";
import { REST_MS } from "./fleet.ts";
import { ROOT } from "./install.ts";
import { median, raceCommands, type Given } from "./measure.ts";
import { wordLatencies } from "./questions/words.ts";
import { startWork, workers } from "./work.ts";

const BEGIN = "<!-- bench: npm run bench -- --only table -->";
const END = "<!-- /bench -->";

/** Measures fleets of these sizes and writes the README's table. @returns the table */
export async function fillTable(given: Given, sizes: readonly number[]): Promise<string> {
  const rows: string[] = [];
  for (const size of sizes) rows.push(await measure(given, size));
  const table = [
    "| agents | CPU idle | CPU, one in ten at work | memory | `list` | marker → event |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
  const path = join(ROOT, "README.md");
  writeFileSync(path, putTable(readFileSync(path, "utf8"), table));
  return table;
}

async function measure(given: Given, size: number): Promise<string> {
  const fleet = await given.fleet(size);
  const cpu = async (): Promise<string> => {
    const before = costOf(fleet.pid).cpuMs;
    await sleep(given.seconds * 1000);
    return `${((costOf(fleet.pid).cpuMs - before) / given.seconds / 10).toFixed(1)} %`;
  };
  await sleep(REST_MS);
  const idle = await cpu();
  const list = [given.installed.launcher, "list", "--json"];
  const [times] = raceCommands([list], fleet.env, given.rounds);
  const { event } = await wordLatencies(fleet, given.rounds);
  const work = startWork(fleet, workers(fleet, Math.ceil(size / 10)), true);
  await sleep(3000);
  const busy = await cpu();
  work.stop();
  const memory = `${costOf(fleet.pid).residentMb.toFixed(0)} MB`;
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return `| ${size} | ${idle} | ${busy} | ${memory} | ${ms(median(times!))} | ${ms(median(event))} |`;
}

/** Puts it between its two marks. Throws when they are not there. */
export function putTable(text: string, table: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n${table}\n${text.slice(end)}`;
}
