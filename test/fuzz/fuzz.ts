import { createRandom } from "../faults/random.ts";
import { mutate } from "./mutate.ts";

export interface Target {
  name: string;
  /** Inputs to begin with: what was recorded, and what was found before. */
  seeds: readonly string[];
  /**
   * Gives one input to the parser; throws when it should not have. @returns what of it would reach a
   * terminal or the log
   */
  run(input: string): readonly string[] | void | Promise<readonly string[] | void>;
}

export interface Finding {
  target: string;
  why: string;
  input: string;
}

export interface Fuzzed {
  name: string;
  inputs: number;
  findings: Finding[];
}

/** ESC and the other C0 and C1 controls, and marks that turn the order of what is shown. Line feeds part rows. */
export const OBEYED =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** From so much CPU time on, in milliseconds, it is looked at how the work grows with the input. */
const LOOK_MS = 40;
/** Twice the input may be twice the work, and some more that is noise; squares would be four times. */
const MOST_GROWTH = 3.2;
const MOST_FINDINGS = 5;

/** Gives a target so many inputs, its seeds first. */
export async function fuzz(target: Target, inputs: number, seed: number): Promise<Fuzzed> {
  const random = createRandom(seed);
  const findings: Finding[] = [];
  let given = 0;
  for (; given < inputs && findings.length < MOST_FINDINGS; given++) {
    const input = target.seeds[given] ?? mutate(target.seeds, random);
    const why = await giveOne(target, input);
    if (why !== null) findings.push({ target: target.name, why, input });
  }
  return { name: target.name, inputs: given, findings };
}

/** What is wrong with how it took this input; null: nothing. */
async function giveOne({ run }: Target, input: string): Promise<string | null> {
  const begun = process.cpuUsage();
  try {
    const shown = (await run(input)) ?? [];
    const bad = shown.find((text) => OBEYED.test(text));
    if (bad !== undefined) return `shows ${JSON.stringify(bad.slice(0, 200))}`;
  } catch (error) {
    return `throws ${String(error)}`;
  }
  if (since(begun) < LOOK_MS) return null;
  const half = await work(run, input.slice(0, input.length / 2));
  const whole = await work(run, input);
  return whole > MOST_GROWTH * half && whole > LOOK_MS
    ? `is ${(whole / half).toFixed(1)} times the work for twice the input`
    : null;
}

function since(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** CPU time of the quickest of some runs, in milliseconds: the others were disturbed. */
async function work(run: Target["run"], input: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const begun = process.cpuUsage();
    await run(input);
    least = Math.min(least, since(begun));
  }
  return least;
}
