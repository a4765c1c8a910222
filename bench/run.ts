/**
 * `npm run bench [-- --quick --json]`: the figures of design 11 that the foundation has, each with its
 * bound from the same run. Linux only: costs are read from /proc.
 */
import { benchList } from "./list.ts";
import { machine, show, type Figure } from "./measure.ts";
import { benchScan } from "./scan.ts";

const quick = process.argv.includes("--quick");
const asJson = process.argv.includes("--json");
const size = quick ? 100 : 1000;

const figures: Figure[] = [
  ...(await benchList(size, quick ? 10 : 30)),
  ...(await benchScan(size, quick ? 5 : 20)),
];
if (asJson) console.log(JSON.stringify({ machine: machine(), figures }, null, 2));
else {
  console.log(
    Object.entries(machine())
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
  );
  for (const figure of figures) console.log(show(figure));
}
