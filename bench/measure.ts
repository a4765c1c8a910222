import { execFileSync } from "node:child_process";
import { cpus, release, totalmem } from "node:os";

/** One line of a result. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, as a command that anyone can run; null where the number stands alone. */
  bound: { name: string; value: number } | null;
  /** The most that value / bound, or value, should be. */
  budget: number | null;
}

/** Runs commands in turns, so that all of them meet the same noise. @returns each one's median wall time, in milliseconds */
export function raceCommands(
  commands: readonly (readonly string[])[],
  env: Record<string, string>,
  rounds: number,
): number[] {
  const times = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    commands.forEach(([program, ...args], at) => {
      const start = performance.now();
      execFileSync(program!, args, { env, maxBuffer: 1 << 30 });
      times[at]!.push(performance.now() - start);
    });
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
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

export function show({ name, value, unit, bound, budget }: Figure): string {
  const ratio = bound ? value / bound.value : null;
  const against = bound
    ? `  = ${ratio!.toFixed(2)} × ${bound.name} (${bound.value.toFixed(1)} ${unit})`
    : "";
  const most =
    budget === null
      ? ""
      : `  budget ${budget}${bound ? " ×" : ` ${unit}`}: ${(ratio ?? value) <= budget ? "kept" : "MISSED"}`;
  return `${name.padEnd(44)} ${value.toFixed(1).padStart(8)} ${unit}${against}${most}`;
}
