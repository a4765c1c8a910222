import type { ConfigProblem } from "../core/config-problem.ts";
import type { AgentEntry } from "../core/config-schema.ts";
import type { Agent } from "./define.ts";
import { agents as builtIn } from "./index.ts";

type Entries = Readonly<Record<string, AgentEntry>>;

const all = new Map(builtIn);

/**
 * Every agent that there is now: the config's, then the built-in ones that none of those replaces.
 * The same object for ever, in each thread; what is in it follows `useAgents`.
 */
export const registry: ReadonlyMap<string, Agent> = all;

export interface AgentsChange {
  /** Entries that are new, changed or gone. */
  names: readonly string[];
  /** Entries that do not count, beyond what the schema has found. */
  problems: readonly ConfigProblem[];
}

let wanted = "";
let entries: Entries = {};
let change: Promise<AgentsChange> = Promise.resolve({ names: [], problems: [] });

/**
 * Puts the config's agents in force in this thread: its `agents` as JSON, empty for none. One string,
 * because it goes with every task, and because that one compares at once.
 */
export function useAgents(json: string): Promise<AgentsChange> {
  if (json === wanted) return change.then(({ problems }) => ({ names: [], problems }));
  wanted = json;
  // One after the other: tasks overlap, and the last who came is right.
  change = change.catch(() => {}).then(() => apply(json));
  return change;
}

async function apply(json: string): Promise<AgentsChange> {
  const before = entries;
  const next = json === "" ? {} : (JSON.parse(json) as Entries);
  // RE2 costs a thread 5 MB and 50 ms: who has no agents of his own does without.
  const own = json === "" ? null : (await import("./_custom.ts")).makeAgents(next, builtIn);
  entries = next;
  all.clear();
  for (const [name, agent] of own?.agents ?? []) all.set(name, agent);
  for (const [name, agent] of builtIn) if (!all.has(name)) all.set(name, agent);
  const names = Object.keys({ ...before, ...next }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]),
  );
  return { names, problems: own?.problems ?? [] };
}
