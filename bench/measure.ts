import { execFileSync } from "node:child_process";
import { cpus, release, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet } from "./fleet.ts";
import type { Installed } from "./install.ts";

/** One line of a result. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, measured in the same run; null where the number stands alone. */
  bound: Bound | null;
  /** What value / bound, or value, should be: at most, or at least. */
  budget: { atMost: number } | { atLeast: number } | null;
}

export interface Bound {
  /** What anyone can run by hand. */
  by: string;
  value: number;
}

/** One line of design 11. */
export interface Question {
  /** As `--only` names it. */
  name: string;
  asks: string;
  run(given: Given): Promise<Figure[]>;
}

export interface Given {
  installed: Installed;
  /** Stand-ins of the large fleet. */
  size: number;
  /** And of the small one. */
  small: number;
  /** For a steady span. */
  seconds: number;
  rounds: number;
  /** A fleet of that size, made when it is first asked for, whose daemon runs and has settled. */
  fleet(size: number): Promise<Fleet>;
}

/** Runs commands in turns, so that all of them meet the same noise. @returns each one's times, in milliseconds */
export function raceCommands(
  commands: readonly (readonly string[])[],
  env: Record<string, string>,
  rounds: number,
): number[][] {
  const times = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    commands.forEach(([program, ...args], at) => {
      const start = performance.now();
      execFileSync(program!, args, { env, maxBuffer: 1 << 30 });
      times[at]!.push(performance.now() - start);
    });
  }
  return times;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** @param part 0.99 for the value that 99 of 100 keep below */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Runs until it is true. Throws after `limitMs`. */
export async function until(isSo: () => boolean, limitMs = 20_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it did not happen within ${limitMs} ms`);
    await sleep(1);
  }
}

export function machine(): Record<string, string> {
  const tmux = execFileSync("tmux", ["-V"], { encoding: "utf8" }).trim();
  const [cpu] = cpus();
  return {
    cpu: `${cpus().length} × ${cpu?.model.trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    kernel: release(),
    node: process.versions.node,
    tmux,
  };
}

/** The ratio to the bound where there is one, else the value. */
export function scoreOf({ value, bound }: Figure): number {
  return bound ? value / bound.value : value;
}

/** Null: it has no budget. */
export function isKept(figure: Figure): boolean | null {
  const { budget } = figure;
  if (budget === null) return null;
  const score = scoreOf(figure);
  return "atMost" in budget ? score <= budget.atMost : score >= budget.atLeast;
}

export function show(figure: Figure): string {
  const { name, value, unit, bound, budget } = figure;
  const against = bound
    ? `  = ${scoreOf(figure).toFixed(2)} × ${bound.value.toFixed(1)} ${unit} (${bound.by})`
    : "";
  const number = budget && ("atMost" in budget ? budget.atMost : budget.atLeast);
  const wanted = budget
    ? `  budget ${"atMost" in budget ? "≤" : "≥"} ${number}${bound ? " ×" : ` ${unit}`}: ${isKept(figure) ? "kept" : "MISSED"}`
    : "";
  return `${name.padEnd(58)} ${value.toFixed(1).padStart(9)} ${unit}${wanted}${against}`;
}
