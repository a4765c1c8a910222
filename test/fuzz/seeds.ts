/** What was recorded of real agents, as the parsers get it. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RIG = fileURLToPath(new URL("../rig/", import.meta.url));

function read(pattern: string): string[] {
  return globSync(pattern, { cwd: RIG })
    .toSorted()
    .map((name) => readFileSync(`${RIG}${name}`, "utf8"));
}

export const logLines = (agent: string): string[] =>
  read(`transcripts/${agent}/*.jsonl`).flatMap((text) => text.trim().split("\n"));

export const hookBodies = (agent: string): string[] => read(`hooks/${agent}/*.json`);

export const publishedLines = (): string[] =>
  read("published/*.jsonl").flatMap((text) => text.trim().split("\n"));

export const screensOf = (agent: string): string[] =>
  read(`screens/${agent}-*/*.{txt,ansi}`).map((text) => text.slice(0, 20_000));
