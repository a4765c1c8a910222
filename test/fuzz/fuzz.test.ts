import { expect, it } from "vitest";
import { fuzz } from "./fuzz.ts";
import { TARGETS } from "./targets.ts";

const INPUTS = Number(process.env.INPUTS ?? 20_000);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

it.each(TARGETS)(`$name withstands ${INPUTS} inputs (SEED=${SEED})`, async (target) => {
  expect(await fuzz(target, INPUTS, SEED)).toEqual({
    name: target.name,
    inputs: INPUTS,
    findings: [],
  });
});
