/** What there is of each agent, and what setup would change. Reads only. */
import { join } from "node:path";
import { registry } from "../agents/_registry.ts";
import type { Standing } from "../agents/_setup.ts";
import type { Env, Paths } from "../core/paths.ts";
import type { Refusal } from "./entries.ts";
import { findFolders, findInstalled, findRunning, type Found, type Known } from "./find.ts";
import { readGate } from "./gate.ts";
import { hookFiles } from "./hook-files.ts";
import { isRefusal, placeHooks, planFile, same, type Plan, type Task, type Wish } from "./plan.ts";
import { pastOf, readReceipts, type Receipts } from "./receipt.ts";
import { planScript, scriptPath } from "./script.ts";
import { lookAt, notesOn, type Disk, type Target } from "./target.ts";
import { surveyTmux, TMUX } from "./tmux.ts";

/** All that setup knows of where it runs. */
export interface World {
  disk: Disk;
  env: Env;
  home: string;
  paths: Paths;
  uid: number;
  /** The program that a person starts: a path that stays when ccmux is updated. */
  launcher: string;
}

export interface Survey {
  task: Task;
  agents: AgentPlan[];
  /** The script that the agents' hooks run. */
  script: FilePlan;
}

export interface AgentPlan extends Found {
  agent: string;
  title: string;
  gains: string;
  /** Nothing is done to it: nobody named it, and it is not installed, or has nothing to be taken back. */
  isLeftOut: boolean;
  files: FilePlan[];
}

export interface FilePlan {
  /** Whose it is; `ccmux` for our own. */
  agent: string;
  path: string;
  /** `unknown`: nobody can tell. */
  state: Plan["state"] | "unknown";
  events: readonly string[];
  /** The file as it is; null: it can't be read. */
  target: Target | null;
  /** Null: it is as it should be, or can't be. */
  change: Change | null;
  /** Whether the agent runs what is there, and what will be; null: nothing of the agent's decides that. */
  standing: { now: Standing; after: Standing } | null;
  /** What a person should know of it. */
  notes: readonly string[];
  /** Why it is not changed, or would not be; null where it may be. */
  refused: Refusal | null;
}

export interface Change {
  /** Null: it goes. */
  after: Buffer | null;
  /** What it would be without ours. */
  origin: Buffer | null;
}

/** @param names those to deal with; null: all that are installed, and for an uninstall all */
export async function survey(
  world: World,
  task: Task,
  names: readonly string[] | null,
): Promise<Survey> {
  const all = knownAgents();
  const running = findRunning(all, world.home, world.uid);
  const receipts = readReceipts(world.disk, world.paths.state);
  const plans = await Promise.all(
    all.map(async (known): Promise<AgentPlan> => {
      const { name, title } = known.agent;
      const isAsked = names?.includes(name) ?? true;
      const found = isAsked ? await findInstalled(world.disk, known, world.env) : NOBODY;
      const envs = running.get(name) ?? [];
      const folders = findFolders(world.disk, known, world.env, world.home, envs);
      const wish = wishFor(world, known, found);
      const files = onlyOnce(
        pathsOf(world.disk, known, folders, task, receipts).map((path) =>
          planOne(world, wish, task, path, receipts),
        ),
      );
      const isThere = files.some(
        ({ events, refused, target }) =>
          events.length > 0 || refused !== null || receipts[target?.file ?? ""] !== undefined,
      );
      const isConcerned = isThere || (task === "install" && found.program !== null);
      const isLeftOut = !isAsked || (names === null && !isConcerned);
      return { agent: name, title, gains: known.rules.gains, ...found, isLeftOut, files };
    }),
  );
  const tmux = await surveyTmux(world, task, names, receipts);
  return {
    task,
    agents: [...plans, tmux].filter(({ agent }) => names?.includes(agent) ?? true),
    script: planScript(world, task, all, plans),
  };
}

export const UNSEEN = { events: [], target: null, change: null, standing: null, notes: [] };
const NOBODY: Found = { program: null, version: null };

/** What `--agent` may name. */
export function knownNames(): string[] {
  return [...knownAgents().map(({ agent }) => agent.name), TMUX];
}

/** Agents that setup has something for. */
export function knownAgents(): Known[] {
  return [...registry.values()].flatMap((agent) =>
    agent.setup ? [{ agent, rules: agent.setup }] : [],
  );
}

/** Where its settings are, and where setup has written before: what is gone since is not made again. */
function pathsOf(
  disk: Disk,
  { agent, rules }: Known,
  folders: readonly string[],
  task: Task,
  receipts: Receipts,
): string[] {
  const now = folders.map((folder) => join(folder, rules.place.file));
  const earlier = Object.values(receipts)
    .filter((one) => one.agent === agent.name)
    .map(({ path }) => path)
    .filter((path) => task === "uninstall" || disk.statSync(path, { throwIfNoEntry: false }));
  return [...new Set([...now, ...earlier])];
}

/** Two folders may be one, by a link. */
function onlyOnce(files: FilePlan[]): FilePlan[] {
  const keys = files.map(({ target, path }) => target?.file ?? path);
  return files.filter((_, at) => keys.indexOf(keys[at]!) === at);
}

function wishFor({ paths }: World, { agent, rules }: Known, { version }: Found): Wish {
  const events = agent.hooks?.events ?? [];
  const { plugin } = hookFiles(agent.name, events, paths.markers);
  return { agent: agent.name, rules, events, version, script: scriptPath(paths), plugin };
}

function planOne(
  { disk, uid, paths }: World,
  wish: Wish,
  task: Task,
  path: string,
  receipts: Receipts,
): FilePlan {
  const none = { ...UNSEEN, agent: wish.agent, path };
  const target = lookAt(disk, path, uid, 0o600);
  if (isRefusal(target)) return { ...none, state: "unknown", refused: target };
  const base = { ...none, target, notes: notesOn(target) };
  const past = pastOf(disk, paths.state, target, receipts);
  const plan = tryPlan(() => planFile(target.bytes, wish, task, past));
  if (isRefusal(plan)) return { ...base, state: "unknown", refused: plan };
  const { state, events, after, origin } = plan;
  const standing = standingOf(disk, wish, target, after);
  const seen = { ...base, state, events, standing };
  if (same(after, target.bytes)) return { ...seen, refused: null };
  const isKept = task === "uninstall" && past.before === undefined && after !== null;
  const notes = isKept ? [...base.notes, KEPT] : base.notes;
  return { ...seen, notes, change: { after, origin }, refused: target.closed };
}

/** One file that is more than we can take must not cost the others theirs. */
function tryPlan(plan: () => Plan | Refusal): Plan | Refusal {
  try {
    return plan();
  } catch (error) {
    if (error instanceof RangeError)
      return { refused: "is nested too deeply", hint: "Look at what has filled it." };
    throw error;
  }
}

const KEPT = "is not as setup left it: only what is ccmux's goes";

function standingOf(
  disk: Disk,
  wish: Wish,
  { path, file, bytes }: Target,
  after: Buffer | null,
): FilePlan["standing"] {
  const { gate, place } = wish.rules;
  if (!gate) return null;
  const folder = path.slice(0, -place.file.length - 1);
  const read = (content: Buffer | null): Standing =>
    readGate(disk, folder, gate, placeHooks(content, wish, [path, file]));
  return { now: read(bytes), after: read(after) };
}
