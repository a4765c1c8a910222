import fs from "node:fs";
import { dirname } from "node:path";
import { agentsToJson, readConfig } from "../core/config.ts";
import { formatProblem, type ConfigProblem } from "../core/config-problem.ts";
import { AppError } from "../core/errors.ts";
import { writeAnew } from "../io/write-anew.ts";
import { makeFolders } from "../setup/folders.ts";
import { isRefusal, same } from "../setup/plan.ts";
import { lookAt, type Target } from "../setup/target.ts";

/** The config as it stands on disk, to be changed. @throws AppError E_REFUSED */
export function openConfig(path: string): Target & { text: string } {
  const target = lookAt(fs, path, process.getuid?.() ?? -1, 0o600);
  const closed = isRefusal(target) ? target : target.closed;
  if (isRefusal(target) || closed) throw refuse(`${path} ${closed!.refused}`, closed!.hint);
  const text = decode(target.bytes);
  if (text === null) throw refuse(`${path} is no UTF-8`, "Save it as UTF-8.");
  const problem = readConfig(text).problems.find(isOfFile);
  if (problem) throw refuse(formatProblem(problem), problem.hint);
  return { ...target, text };
}

/**
 * Writes it with a change that the schema takes; what was wrong before may stay so.
 * @throws AppError E_USAGE: nothing was written
 */
export async function changeConfig(
  { path, file, bytes, mode, gid, text }: ReturnType<typeof openConfig>,
  after: string,
): Promise<void> {
  const [problem] = await newProblems(text, after);
  if (problem) throw new AppError("E_USAGE", `${formatProblem(problem)}.`, problem.hint);
  const now = fs.existsSync(file) ? fs.readFileSync(file) : null;
  if (!same(now, bytes)) throw refuse(`${path} has changed meanwhile`, "Run this again.");
  makeFolders(fs, dirname(file), 0o700);
  writeAnew(file, after, { mode, gid });
}

/** What is wrong after a change and was not before. */
export async function newProblems(before: string, after: string): Promise<ConfigProblem[]> {
  const known = new Set((await problemsOf(before)).map(formatProblem));
  return (await problemsOf(after)).filter((problem) => !known.has(formatProblem(problem)));
}

async function problemsOf(text: string): Promise<readonly ConfigProblem[]> {
  const { useAgents } = await import("../agents/_registry.ts");
  const { config, problems } = readConfig(text);
  const { problems: ofAgents } = await useAgents(agentsToJson(config));
  return [...problems, ...ofAgents];
}

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
