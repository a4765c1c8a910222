import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./install.ts";
import { isKept, scoreOf, show, type Figure } from "./measure.ts";

export interface Result {
  machine: Record<string, string>;
  at: string;
  figures: readonly Figure[];
}

/** Writes what a whole run brought, as data and as text. @returns where */
export function writeResult(result: Result): string {
  const base = `bench/results/${result.at.slice(0, 10)}`;
  const figures = result.figures.map((figure) => ({
    ...figure,
    score: scoreOf(figure),
    kept: isKept(figure),
  }));
  writeFileSync(join(ROOT, `${base}.json`), `${JSON.stringify({ ...result, figures }, null, 2)}\n`);
  const machine = Object.entries(result.machine).map(([name, value]) => `${name} ${value}`);
  const text = [result.at, machine.join(", "), "", ...result.figures.map(show)];
  writeFileSync(join(ROOT, `${base}.txt`), `${text.join("\n")}\n`);
  return `${base}.txt`;
}
