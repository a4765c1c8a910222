/**
 * `npm run bench [-- --quick --json --only idle,list]`: every line of design 11, each with its bound from the same
 * run. A whole run writes its result to `bench/results/` and the table into the README. Linux only: costs are read
 * from `/proc`.
 */
import { parseArgs } from "node:util";
import { createFleet, type Fleet } from "./fleet.ts";
import { install } from "./install.ts";
import { machine, show, type Figure, type Given } from "./measure.ts";
import { questions } from "./questions/index.ts";
import { writeResult } from "./results.ts";
import { fillTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    sizes: { type: "string" },
  },
});
const names = values.only?.split(",");
for (const name of names ?? []) {
  if (name === "table" || questions.some((one) => one.name === name)) continue;
  console.error(
    `There is no "${name}". Use: ${questions.map((one) => one.name).join(", ")}, table.`,
  );
  process.exit(64);
}

const installed = install();
const fleets = new Map<number, Fleet>();
const given: Given = {
  installed,
  size: values.quick ? 100 : 1000,
  small: values.quick ? 25 : 100,
  seconds: values.quick ? 5 : 10,
  rounds: values.quick ? 10 : 20,
  async fleet(size) {
    const known = fleets.get(size);
    if (known) return known;
    // One at a time: each of them costs, and the next is to be measured alone.
    for (const fleet of fleets.values()) await fleet.close();
    fleets.clear();
    const fleet = await createFleet(size, installed);
    fleets.set(size, fleet);
    await fleet.start();
    await fleet.settle();
    return fleet;
  },
};
const say = (line: string): void => {
  if (!values.json) console.log(line);
};
const figures: Figure[] = [];
const isWhole = !names && !values.quick;
const resultOf = () => ({ machine: machine(), at: new Date().toISOString(), figures });
say(
  Object.entries(machine())
    .map(([name, value]) => `${name} ${value}`)
    .join(", "),
);
try {
  for (const { name, asks, run } of questions) {
    if (names && !names.includes(name)) continue;
    say(`\n${name}: ${asks}`);
    for (const figure of await run(given)) {
      figures.push(figure);
      say(`  ${show(figure)}`);
    }
    // As it goes: a whole run takes a quarter of an hour.
    if (isWhole) writeResult(resultOf());
  }
  const sizes = values.sizes?.split(",").map(Number) ?? [25, 100, 300, 1000];
  if (isWhole || names?.includes("table")) say(`\n${await fillTable(given, sizes)}`);
  if (values.json) console.log(JSON.stringify(resultOf(), null, 2));
} finally {
  for (const fleet of fleets.values()) await fleet.close();
  installed.remove();
}
