import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { formatNames } from "../../src/core/names.ts";
import type { Session } from "../../src/core/session.ts";
import { session } from "../session.ts";

/** Names that a shell may take for something else, each with what a person types of it, quotes and all. */
export const ODD = [
  ["naïve % project", "na"],
  ['it\'s "q" `x` $HOME $(touch pwned) \\ %B', "it"],
  ["sh:op=a@b", "sh:"],
  ["データ", "デ"],
  ["{b,c}[d]*?", String.raw`\{b`],
  ["x;y|z&w(1)<2>#3", "x"],
  ["~root", String.raw`\~r`],
  ["quo ted", '"quo'],
  ["sin gle", "'sin"],
  ["half way", String.raw`half\ w`],
  ["=ls", String.raw`\=l`],
  ["dollar$", '"dollar'],
] as const;

/** A home with the names file of a daemon that runs: this process. @returns variables for a shell */
export function writeNames(rows: readonly Session[], pid = process.pid): { CCMUX_HOME: string } {
  const home = mkdtempSync(join(tmpdir(), "cm-names-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, "run"));
  writeFileSync(join(home, "run/sessions.tsv"), formatNames(rows, pid));
  return { CCMUX_HOME: home };
}

/** One session in each project of an odd name. */
export const odd = (): Session[] =>
  ODD.map(([project], at) =>
    session(`codex-${String(at).padStart(8, "0")}`, { agent: "codex", project }),
  );

export const many = (count: number): Session[] =>
  Array.from({ length: count }, (_, at) =>
    session(`claude-${at.toString(36).padStart(8, "0")}`, {
      project: `proj-${at % 20}`,
      status: at % 3 ? "working" : "idle",
      startedAt: at,
    }),
  );
