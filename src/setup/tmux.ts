/** What setup does to the tmux config: only when it is asked for by name. */
import { join } from "node:path";
import { runProgram } from "../io/run.ts";
import { findProgram } from "./find.ts";
import { isRefusal, NO_TEXT, same, toText, type Past, type Task } from "./plan.ts";
import { pastOf, type Receipts } from "./receipt.ts";
import { UNSEEN, type AgentPlan, type FilePlan, type World } from "./survey.ts";
import { lookAt, notesOn } from "./target.ts";
import { hasOurs, POPUP_KEY, putLines, takeLines } from "./tmux-lines.ts";
import { findVersion } from "./versions.ts";

/** As `--agent` names it, beside the agents. */
export const TMUX = "tmux";

const PATIENCE_MS = 5000;

export async function surveyTmux(
  world: World,
  task: Task,
  names: readonly string[] | null,
  receipts: Receipts,
): Promise<AgentPlan> {
  const program = findProgram(world.disk, [TMUX], world.env);
  const said =
    program && (await runProgram(program, ["-V"], { env: world.env, timeoutMs: PATIENCE_MS }));
  const isNamed = names?.includes(TMUX) ?? false;
  const files = pathsOf(world, task, receipts).map((path) =>
    planConfig(world, task, path, receipts, isNamed),
  );
  const isThere = program !== null || files.some(({ state }) => state !== "absent");
  return {
    agent: TMUX,
    title: TMUX,
    gains: `counts in the status bar, and the list at prefix ${POPUP_KEY}`,
    program,
    version: said && said.ok ? findVersion(said.stdout) : null,
    isLeftOut: !isNamed && (names !== null || !isThere),
    files,
  };
}

function planConfig(
  { disk, uid, paths, launcher }: World,
  task: Task,
  path: string,
  receipts: Receipts,
  isNamed: boolean,
): FilePlan {
  const none: FilePlan = { ...UNSEEN, agent: TMUX, path, state: "unknown", refused: null };
  const target = lookAt(disk, path, uid, 0o644);
  if (isRefusal(target)) return { ...none, refused: target };
  const { bytes, closed } = target;
  // A config may be in any encoding, as long as nobody has to read it.
  if (!hasOurs(bytes) && !(task === "install" && isNamed))
    return { ...none, target, state: "absent", notes: task === "install" ? [ASKED] : [] };
  const base = { ...none, target, notes: notesOn(target) };
  const source = toText(bytes ?? Buffer.of());
  if (source === null) return { ...base, refused: NO_TEXT };
  const taken = takeLines(source.text);
  if (isRefusal(taken)) return { ...base, refused: taken };
  const full = putLines(taken, launcher);
  const isWhole = taken.isThere && full === source.text;
  const state = isWhole ? "installed" : taken.isThere ? "outdated" : "absent";
  if (task === "install" && typeof full !== "string") return { ...base, state, refused: full };
  const toBytes = (text: string): Buffer => Buffer.from(source.bom + text);
  const past = pastOf(disk, paths.state, target, receipts);
  const origin = originOf(toBytes(taken.bare), bytes, past);
  const after = task === "install" ? toBytes(full as string) : origin;
  if (same(after, bytes)) return { ...base, state };
  return { ...base, state, change: { after, origin }, refused: closed };
}

const ASKED = "is changed only when asked for: --agent tmux";

/** The file without our lines; null where there would be none. */
function originOf(bare: Buffer, bytes: Buffer | null, past: Past): Buffer | null {
  if (past.before !== undefined) return past.before;
  return bytes === null || (past.isMade && bare.toString().trim() === "") ? null : bare;
}

/**
 * Those that tmux would read, and that we wrote to. Into one of them go our lines: where they are, else into the
 * first that there is, else where most people have it. Out of all of them.
 */
function pathsOf({ disk, env, home }: World, task: Task, receipts: Receipts): string[] {
  const usual = join(home, ".tmux.conf");
  const folders = [env.XDG_CONFIG_HOME, join(home, ".config")].filter((one) =>
    one?.startsWith("/"),
  );
  const ours = Object.values(receipts).filter(({ agent }) => agent === TMUX);
  const all = new Set([
    ...ours.map(({ path }) => path),
    usual,
    ...folders.map((folder) => join(folder!, "tmux/tmux.conf")),
  ]);
  const there = [...all].filter((path) => disk.statSync(path, { throwIfNoEntry: false }));
  const holders = there.filter((path) => holdsOurs(disk, path));
  const [first = there[0] ?? usual] = holders;
  return task === "install" || holders.length === 0 ? [first] : holders;
}

/** One that can't be read holds nothing that we know of; what is wrong with it is said elsewhere. */
function holdsOurs(disk: World["disk"], path: string): boolean {
  try {
    return disk.statSync(path).isFile() && hasOurs(disk.readFileSync(path));
  } catch {
    return false;
  }
}
