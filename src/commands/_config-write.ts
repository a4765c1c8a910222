import fs from "node:fs";
import { dirname, join } from "node:path";
import { agentsToJson, readConfig } from "../core/config.ts";
import { formatProblem, type ConfigProblem } from "../core/config-problem.ts";
import { AppError } from "../core/errors.ts";
import type { Paths } from "../core/paths.ts";
import { alone } from "../io/alone.ts";
import { writeAnew } from "../io/write-anew.ts";
import { makeFolders } from "../io/folders.ts";
import { isRefusal, same } from "../setup/plan.ts";
import { lookAt, type Target } from "../setup/target.ts";

/** Each takes some tens of milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Changes the config by what `edit` makes of its text; null: it stays. Two at the same time do so one after the other,
 * and what was wrong before may stay so.
 * @returns whether it was changed
 * @throws AppError E_USAGE for a change that the schema does not take, E_REFUSED for a file that must stay as it is
 */
export async function changeConfig(
  { config, state }: Pick<Paths, "config" | "state">,
  edit: (text: string) => Promise<string | null>,
): Promise<boolean> {
  read(config); // One that must stay as it is needs no lock.
  await loadAgents(); // Not while others wait.
  const changed = await alone(join(state, "config.lock"), PATIENCE_MS, async () => {
    const before = read(config);
    const after = await edit(before.text);
    if (after !== null) await write(before, after);
    return after !== null;
  });
  if (changed === null) throw refuse("another ccmux is changing it", "Run this again.");
  return changed;
}

function read(path: string): Target & { text: string } {
  const target = lookAt(fs, path, process.getuid?.() ?? -1, 0o600);
  const closed = isRefusal(target) ? target : target.closed;
  if (isRefusal(target) || closed) throw refuse(`${path} ${closed!.refused}`, closed!.hint);
  const text = decode(target.bytes);
  if (text === null) throw refuse(`${path} is no UTF-8`, "Save it as UTF-8.");
  const problem = readConfig(text).problems.find(isOfFile);
  if (problem) throw refuse(formatProblem(problem), problem.hint);
  return { ...target, text };
}

async function write(
  { path, file, bytes, mode, gid, text }: ReturnType<typeof read>,
  after: string,
): Promise<void> {
  const [problem] = await newProblems(text, after);
  if (problem) throw new AppError("E_USAGE", `${formatProblem(problem)}.`, problem.hint);
  // An editor asks nobody.
  const now = fs.existsSync(file) ? fs.readFileSync(file) : null;
  if (!same(now, bytes)) throw refuse(`${path} has changed meanwhile`, "Run this again.");
  makeFolders(dirname(file), 0o700, fs);
  writeAnew(file, after, { mode, gid });
}

/** What is wrong after a change and was not before. */
export async function newProblems(before: string, after: string): Promise<ConfigProblem[]> {
  const known = new Set((await problemsOf(before)).map(formatProblem));
  return (await problemsOf(after)).filter((problem) => !known.has(formatProblem(problem)));
}

async function problemsOf(text: string): Promise<readonly ConfigProblem[]> {
  const { useAgents } = await loadAgents();
  const { config, problems } = readConfig(text);
  const { problems: ofAgents } = await useAgents(agentsToJson(config));
  return [...problems, ...ofAgents];
}

const loadAgents = () => import("../agents/_registry.ts");

/** Of the file as a whole: then nothing in it can be changed. */
function isOfFile({ key, value }: ConfigProblem): boolean {
  return key.startsWith("ccmux.json") && value === "";
}

/** Null: what would be written back would not be what was read. */
function decode(bytes: Uint8Array | null): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes ?? undefined);
  } catch {
    return null;
  }
}

function refuse(because: string, hint: string): AppError {
  return new AppError("E_REFUSED", `Nothing was written: ${because}.`, hint);
}
