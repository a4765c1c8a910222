/** Carries out what a survey planned. One file that fails is one file that fails. */
import { dirname } from "node:path";
import { sweepDrafts, writeAnew } from "../io/write-anew.ts";
import type { Refusal } from "./entries.ts";
import { makeFolders } from "../io/folders.ts";
import { same, type Task } from "./plan.ts";
import { forget, readReceipts, remember } from "./receipt.ts";
import type { FilePlan, Survey, World } from "./survey.ts";
import type { Disk } from "./target.ts";

const MOVED: Refusal = {
  refused: "has changed while this ran",
  hint: "Run this again: it looks at the file anew.",
};

/** @returns what went wrong, by the file's path */
export function apply(world: World, survey: Survey): Map<string, Refusal> {
  const { script, agents } = survey;
  const files = agents.filter(({ isLeftOut }) => !isLeftOut).flatMap((agent) => agent.files);
  const failures = new Map<string, Refusal>();
  const carryOut = (file: FilePlan): void => {
    const failure = applyOne(world, survey.task, file);
    if (failure) failures.set(file.path, failure);
  };
  // No hook may run a script that is not there: it comes first, and goes last.
  if (script.change?.after) carryOut(script);
  const noScript = failures.get(script.path);
  for (const file of files) {
    if (noScript && file.change?.after) failures.set(file.path, noScript);
    else carryOut(file);
  }
  if (script.change?.after === null && failures.size === 0) {
    carryOut(script);
    tryRemove(world.disk, dirname(script.path));
  }
  return failures;
}

function applyOne(world: World, task: Task, plan: FilePlan): Refusal | null {
  const { target, change, refused } = plan;
  if (refused !== null || target === null) return refused;
  const { disk, paths } = world;
  const { file, bytes } = target;
  try {
    sweepDrafts(file, disk);
    const folders = readReceipts(disk, paths.state)[file]?.folders ?? [];
    if (change !== null) {
      const now = disk.statSync(file, { throwIfNoEntry: false }) ? disk.readFileSync(file) : null;
      if (!same(now, bytes)) return MOVED;
      if (change.after === null) disk.rmSync(file);
      else write(world, task, plan, change.after, change.origin, folders);
    }
    if (task === "uninstall") {
      // What other programs have put there since stays, and the folder with it.
      if (change?.after === null) for (const one of folders.toReversed()) tryRemove(disk, one);
      forget(disk, paths.state, file);
    }
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      refused: `can't be written: ${code ?? message}`,
      hint: "Mend that, then run this again.",
    };
  }
}

function write(
  { disk, paths }: World,
  task: Task,
  { agent, path, target }: FilePlan,
  after: Buffer,
  origin: Buffer | null,
  folders: string[],
): void {
  const { file, mode, gid } = target!;
  const made = [...folders, ...makeFolders(dirname(file), 0o755, disk)];
  // First how to undo it, then what may have to be undone.
  if (task === "install" && agent !== "ccmux")
    remember(disk, paths.state, file, { agent, path, folders: made }, origin, after);
  writeAnew(file, after, { mode, gid, disk });
  if (!disk.readFileSync(file).equals(after))
    throw new Error("it reads otherwise than it was written");
}

function tryRemove(disk: Disk, folder: string): void {
  try {
    disk.rmdirSync(folder);
  } catch {
    // Not empty, or not there.
  }
}
