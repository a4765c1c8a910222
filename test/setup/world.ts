/** A home of its own with stand-ins for agents on PATH, and what setup does there. */
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { resolvePaths } from "../../src/core/paths.ts";
import { apply } from "../../src/setup/apply.ts";
import type { Task } from "../../src/setup/plan.ts";
import { toReport, type FileReport, type SetupReport } from "../../src/setup/report.ts";
import { knownAgents, survey, type World } from "../../src/setup/survey.ts";

/** What each prints for `--version`: releases that know every event. */
const VERSIONS: Readonly<Record<string, string>> = {
  agy: "1.1.4",
  claude: "2.1.332 (Claude Code)",
  codex: "codex-cli 0.171.0",
  copilot: "GitHub Copilot CLI 1.0.102.",
  "cursor-agent": "2026.8.25-9a1b2c3",
  gemini: "0.61.0",
  omp: "omp/18.2.3",
  opencode: "1.18.33",
  pi: "1.6.0",
};

export interface TestWorld extends World {
  run(task: Task, agents?: string[] | null): Promise<SetupReport>;
  /** Looks, and hands out what carries it out. */
  prepare(task: Task, agents?: string[] | null): Promise<() => SetupReport>;
  look(task: Task, agents?: string[] | null): Promise<SetupReport>;
}

/** @param versions other words for `--version`, by program; null: no programs, which saves starting them */
export function makeWorld(
  versions: Readonly<Record<string, string>> | null = {},
  more: Readonly<Record<string, string>> = {},
  /** Another home, which the caller makes and removes. */
  elsewhere?: string,
): TestWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cm-setup-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = elsewhere ?? join(root, "home");
  for (const folder of [home, join(root, "bin")]) mkdirSync(folder, { recursive: true });
  const programs = versions && { ...VERSIONS, ...versions };
  for (const [program, words] of Object.entries(programs ?? {}))
    plantProgram(join(root, "bin", program), words);
  const env = { HOME: home, PATH: `${root}/bin:/usr/bin:/bin`, ...more };
  const world: World = {
    disk: fs,
    env,
    home,
    paths: resolvePaths(env, home),
    uid: process.getuid!(),
    launcher: join(root, "bin/ccmux"),
  };
  return inWorld(world);
}

/** Setup in that world; its home stays another's to remove. */
export function inWorld(world: World): TestWorld {
  const prepare: TestWorld["prepare"] = async (task, agents = null) => {
    const found = await survey(world, task, agents);
    return () => toReport(found, apply(world, found));
  };
  return {
    ...world,
    prepare,
    look: async (task, agents = null) => toReport(await survey(world, task, agents), null),
    run: async (task, agents) => (await prepare(task, agents))(),
  };
}

export function plantProgram(path: string, words: string): void {
  writeFileSync(path, `#!/bin/sh\necho '${words}'\n`);
  chmodSync(path, 0o755);
}

/** The only file of an agent. */
export function fileOf({ agents }: SetupReport, name: string): FileReport {
  const files = agents.find(({ agent }) => agent === name)!.files;
  if (files.length !== 1) throw new Error(`${name} has ${files.length} files`);
  return files[0]!;
}

/** Where an agent's settings are in a home without variables. */
export function settingsOf({ home }: World, name: string): string {
  const { rules } = knownAgents().find(({ agent }) => agent.name === name)!;
  return join(rules.folder({}, home), rules.place.file);
}

export function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}
