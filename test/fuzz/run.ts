/** `npm run test:fuzz [-- --inputs 1000000 --seed N --only WORD]`: every parser, so many inputs each. */
import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";
import { TARGETS } from "./targets.ts";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
  },
});
const inputs = Number(values.inputs);
let failed = 0;
let all = 0;
console.log(`seed ${values.seed}, ${inputs} inputs each`);
for (const target of TARGETS.filter(({ name }) => name.includes(values.only))) {
  const fuzzed = await fuzz(target, inputs, Number(values.seed));
  all += fuzzed.inputs;
  console.log(`${target.name}: ${fuzzed.inputs} inputs, ${fuzzed.findings.length} findings`);
  for (const { why, input } of fuzzed.findings)
    console.log(
      `  ${why}\n  ${JSON.stringify(input.length > 300 ? `${input.slice(0, 300)}… (${input.length})` : input)}`,
    );
  failed += fuzzed.findings.length;
}
console.log(`${all} inputs, ${failed} findings`);
process.exit(failed === 0 ? 0 : 1);
