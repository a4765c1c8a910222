/**
 * `npm run bench [-- --quick --json]`: the figures of design 11 that the foundation has, each with its
 * bound from the same run. Linux only: costs are read from /proc.
 */
import { benchCompletions } from "./completions.ts";
import { install } from "./fleet.ts";
import { benchList } from "./list.ts";
import { machine, show, type Figure } from "./measure.ts";
import { benchScan } from "./scan.ts";

const quick = process.argv.includes("--quick");
const asJson = process.argv.includes("--json");
const size = quick ? 100 : 1000;

const installed = install();
const figures: Figure[] = [];
try {
  figures.push(...(await benchList(size, quick ? 10 : 30, installed)));
  figures.push(...(await benchCompletions(size, quick ? 5 : 20)));
  figures.push(...(await benchScan(size, quick ? 5 : 20, installed)));
} finally {
  installed.remove();
}
if (asJson) console.log(JSON.stringify({ machine: machine(), figures }, null, 2));
else {
  console.log(
    Object.entries(machine())
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
  );
  for (const figure of figures) console.log(show(figure));
}
