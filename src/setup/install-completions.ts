import {
  accessSync,
  constants,
  lstatSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../core/errors.ts";
import { makeFolders } from "../io/folders.ts";
import { runProgram } from "../io/run.ts";
import { writeAnew } from "../io/write-anew.ts";
import {
  isOurs,
  placeOf,
  placesOf,
  SCRIPTS,
  type Place,
  type Shell,
  type ShellFacts,
} from "./completions.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Startup files can be slow, and can hang. */
const ASK_MS = 5000;
/** Startup files print, too: the answer stands behind this. */
const MARK = "ccmux-facts:";
const NOTHING: ShellFacts = { loads: null, fpath: null, completes: null };

/** The script, as it is shipped. */
export function readScript(shell: Shell): string {
  return readFileSync(scriptPath(shell), "utf8");
}

function scriptPath(shell: Shell): string {
  return fileURLToPath(new URL(`../../completions/${SCRIPTS[shell]}`, import.meta.url));
}

/**
 * Puts the script where the shell finds it. Startup files are never touched: what one of them lacks is in the answer.
 * @throws AppError E_REFUSED where another's file has that name, E_UNAVAILABLE where it can't be written
 */
export async function installCompletions(
  shell: Shell,
  env: Env,
  home: string,
): Promise<Place & { changed: boolean }> {
  const place = placeOf(shell, await askShell(shell, env), env, home, mayWrite);
  const script = readScript(shell);
  try {
    const before = readText(place.path);
    if (before === script) return { ...place, changed: false };
    if (before !== null && !isOurs(before, shell)) throw foreign(place.path);
    write(place.path, script);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      "E_UNAVAILABLE",
      `${place.path} can't be written (${(error as NodeJS.ErrnoException).code}).`,
      `Make its folder writable, or put what \`ccmux completions ${shell}\` prints where your shell finds it.`,
      error,
    );
  }
  return { ...place, changed: true };
}

/** Takes ours away again, wherever the shell would find it. @returns what is gone now */
export async function removeCompletions(shell: Shell, env: Env, home: string): Promise<string[]> {
  const facts = await askShell(shell, env);
  const paths = placesOf(shell, facts, placeOf(shell, facts, env, home, mayWrite));
  // Without zsh's word, the folder that is taken without it.
  const known = placeOf(shell, NOTHING, env, home, mayWrite).path;
  // Some have the folder that is shipped in their fpath.
  const shipped = realpathSync(scriptPath(shell));
  // What a package of the system has put somewhere is ours, too, but not to be removed here.
  const ours = [...new Set([...paths, known])].filter(
    (path) =>
      holdsOurs(path, shell) &&
      isWritable(dirname(path)) &&
      (path === known || path.startsWith(`${home}/`)) &&
      realpathSync(path) !== shipped,
  );
  for (const path of ours) rmSync(path);
  return ours;
}

/** Whether the shell finds ours already. */
export async function hasCompletions(shell: Shell, env: Env, home: string): Promise<boolean> {
  const facts = await askShell(shell, env);
  const place = placeOf(shell, facts, env, home, mayWrite);
  return placesOf(shell, facts, place).some((path) => holdsOurs(path, shell));
}

/** Only the shell itself knows what its startup files have set up. */
async function askShell(shell: Shell, env: Env): Promise<ShellFacts> {
  const questions = {
    bash: `echo ${MARK}; complete -p -D; complete -p ccmux`,
    zsh: `print ${MARK}; print -r -- "\${+functions[compdef]}"; print -rl -- $fpath`,
    fish: null,
  };
  const question = questions[shell];
  if (question === null) return NOTHING;
  const answer = await runProgram(shell, ["-ic", question], { env, timeoutMs: ASK_MS });
  const at = answer.ok ? answer.stdout.lastIndexOf(`${MARK}\n`) : -1;
  if (!answer.ok || at < 0) return NOTHING;
  const lines = answer.stdout
    .slice(at + MARK.length + 1)
    .trimEnd()
    .split("\n");
  if (shell === "bash") return { ...NOTHING, loads: lines.some((line) => line.includes(" -F ")) };
  const [completes, ...fpath] = lines;
  return { ...NOTHING, completes: completes === "1", fpath };
}

function mayWrite(folder: string): boolean {
  // compinit asks whether it may use folders that others can write.
  return isWritable(folder) && (statSync(folder).mode & 0o022) === 0;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function holdsOurs(path: string, shell: Shell): boolean {
  try {
    return isOurs(readFileSync(path, "utf8"), shell);
  } catch {
    return false;
  }
}

function foreign(path: string): AppError {
  const message = `${path} is there, and not from ccmux.`;
  return new AppError("E_REFUSED", message, "Move it away, then try again.");
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Through a link, and never half of it. */
function write(path: string, text: string): void {
  makeFolders(dirname(path), 0o755);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  writeAnew(isLink ? realpathSync(path) : path, text, { mode: 0o644 });
}
