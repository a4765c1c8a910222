/** What setup does to the tmux config: only when it is asked for by name. */
import { join } from "node:path";
import { runProgram } from "../io/run.ts";
import { findProgram } from "./find.ts";
import { isRefusal, same, type Past, type Task } from "./plan.ts";
import { pastOf, type Receipts } from "./receipt.ts";
import { UNSEEN, type AgentPlan, type FilePlan, type World } from "./survey.ts";
import { lookAt, notesOn } from "./target.ts";
import { planTmux, POPUP_KEY } from "./tmux-lines.ts";
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
  const file = planConfig(world, task, receipts, isNamed);
  const isThere = program !== null || file.state !== "absent";
  return {
    agent: TMUX,
    title: TMUX,
    gains: `counts in the status bar, and the list at prefix ${POPUP_KEY}`,
    program,
    version: said && said.ok ? findVersion(said.stdout) : null,
    isLeftOut: !isNamed && (names !== null || !isThere),
    files: [file],
  };
}

function planConfig(world: World, task: Task, receipts: Receipts, isNamed: boolean): FilePlan {
  const { disk, uid, paths } = world;
  const path = configPath(world, receipts);
  const none: FilePlan = { ...UNSEEN, agent: TMUX, path, state: "unknown", refused: null };
  const target = lookAt(disk, path, uid, 0o644);
  if (isRefusal(target)) return { ...none, refused: target };
  const base = { ...none, target, notes: notesOn(target) };
  const text = target.bytes?.toString() ?? "";
  const plan = planTmux(text, world.launcher);
  if (isRefusal(plan)) return { ...base, refused: plan };
  const past = pastOf(disk, paths.state, target, receipts);
  const seen = { ...base, state: stateOf(plan, text) };
  if (task === "install" && !plan.isThere && !isNamed) return { ...seen, notes: [ASKED] };
  const origin = originOf(plan.bare, target.bytes, past);
  const after = task === "install" ? Buffer.from(plan.full) : origin;
  if (same(after, target.bytes)) return seen;
  return { ...seen, change: { after, origin }, refused: target.closed };
}

const ASKED = "is changed only when asked for: --agent tmux";

function stateOf(plan: { isThere: boolean; full: string }, text: string): FilePlan["state"] {
  if (!plan.isThere) return "absent";
  return plan.full === text ? "installed" : "outdated";
}

/** The file without our lines; null where there would be none. */
function originOf(bare: string, bytes: Buffer | null, past: Past): Buffer | null {
  if (past.before !== undefined) return past.before;
  return bytes === null || (past.isMade && bare.trim() === "") ? null : Buffer.from(bare);
}

/** The one that we wrote to, else the first that tmux would read, else where most people have it. */
function configPath({ disk, env, home }: World, receipts: Receipts): string {
  const ours = Object.values(receipts).find(({ agent }) => agent === TMUX);
  if (ours) return ours.path;
  const first = join(home, ".tmux.conf");
  const folders = [env.XDG_CONFIG_HOME, join(home, ".config")].filter((one) =>
    one?.startsWith("/"),
  );
  const all = [first, ...folders.map((folder) => join(folder!, "tmux/tmux.conf"))];
  return all.find((path) => disk.statSync(path, { throwIfNoEntry: false })) ?? first;
}
