import { statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readSmallFile } from "./small-file.ts";

export interface RepoFacts {
  /** The main checkout's name, also from within a worktree; the folder's own name outside of git. */
  project: string;
  branch: string | null;
  /** The worktree's folder, when it is not the main one. */
  worktree: string | null;
}

/** Reads what git would say from its files: no process for what four small files tell. */
export function readRepo(cwd: string): RepoFacts {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const git = join(folder, ".git");
    const kind = kindOf(git);
    if (kind === "folder")
      return { project: basename(folder) || "/", branch: readBranch(git), worktree: null };
    if (kind === "file") return readWorktree(folder, git);
    if (folder === dirname(folder))
      return { project: basename(cwd) || "/", branch: null, worktree: null };
  }
}

function readWorktree(folder: string, git: string): RepoFacts {
  const target = /^gitdir: (.+)$/m.exec(readText(git) ?? "")?.[1]?.trim();
  if (!target) return { project: basename(folder), branch: null, worktree: null };
  const gitDir = isAbsolute(target) ? target : resolve(folder, target);
  const common = readText(join(gitDir, "commondir"))?.trim();
  // A submodule has a `.git` file too, but no commondir: it is a checkout of its own.
  if (!common) return { project: basename(folder), branch: readBranch(gitDir), worktree: null };
  const main = dirname(resolve(gitDir, common));
  return { project: basename(main), branch: readBranch(gitDir), worktree: folder };
}

function readBranch(gitDir: string): string | null {
  return /^ref: refs\/heads\/(.+)$/m.exec(readText(join(gitDir, "HEAD")) ?? "")?.[1] ?? null;
}

function kindOf(path: string): "folder" | "file" | null {
  try {
    // Most folders on the way up have none, and an error costs more than the look.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isDirectory() ? "folder" : stat?.isFile() ? "file" : null;
  } catch {
    return null;
  }
}

/** Its files are small; what else lies there under their names is none of git's. */
const MAX_BYTES = 4096;

function readText(path: string): string | null {
  return readSmallFile(path, MAX_BYTES)?.text ?? null;
}
