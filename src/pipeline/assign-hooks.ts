import type { HookState } from "./fold-hook.ts";
import type { Hooked } from "./marker-source.ts";
import type { Occupant, Refusal } from "./world.ts";

export interface AssignInput {
  occupants: Iterable<Occupant>;
  hooked: Iterable<Hooked>;
  /** A process with this pid is there. */
  isAlive(pid: number): boolean;
  startedAt(occupant: Occupant): number;
  /** The conversation that an occupant is known to hold; null: nobody knows. */
  conversationOf(occupant: Occupant): Conversation | null;
  /** One process of this agent holds several conversations at a time. */
  holdsMany(agent: string): boolean;
}

export interface Conversation {
  nativeId: string;
  /** Who says so. A log that a hook has named says no more than that hook. */
  by: "published" | "log" | "hook";
}

export interface Assigned {
  /** The conversation that the occupant holds. */
  hooked: Hooked;
  /** The one whose status counts: where a process holds several, another may be more urgent. */
  speaks: Hooked;
  /** How it is tied to the occupant. */
  by: "marker" | "native";
  because: string;
}

export interface Assignment {
  assigned: Map<string, Assigned>;
  /** All that are tied to an occupant. */
  candidates: Map<string, readonly Candidate[]>;
  refused: Map<string, Refusal[]>;
}

/** A marker may be written this much before its process by the clocks: they count in seconds. */
const SKEW_MS = 2000;
/** The end of a conversation may be told this much after the begin of the next. */
const HANDOVER_MS = 2000;

/**
 * Whose every marker is. Its pid decides; a marker of a process that is no session (a daemon that runs the hooks of
 * many) goes to the occupant that holds its conversation, else to the only one in its directory. Pure.
 */
export function assignHooks(input: AssignInput): Assignment {
  const occupants = [...input.occupants];
  const byPid = new Map(occupants.map((one) => [one.process.pid, one]));
  const elsewhere = finder(occupants, input);
  const candidates = new Map<string, Candidate[]>();
  const refused = new Map<string, Refusal[]>();
  const refuse = (id: string, because: string): void => {
    refused.set(id, [...(refused.get(id) ?? []), { source: "hook", because }]);
  };

  for (const hooked of input.hooked) {
    const { head, path, at } = hooked;
    const own = byPid.get(head.pid);
    if (own && own.agent !== head.agent) {
      refuse(own.id, `${path}: process ${head.pid} is ${own.agent}, not ${head.agent}`);
      continue;
    }
    const found = own
      ? { occupant: own, by: "marker" as const, because: `its hook names process ${head.pid}` }
      : input.isAlive(head.pid)
        ? elsewhere(hooked)
        : null;
    if (!found) continue;
    const { occupant, by, because } = found;
    if (at + SKEW_MS < input.startedAt(occupant)) {
      refuse(occupant.id, `${path}: it is older than process ${occupant.process.pid}`);
      continue;
    }
    const list = candidates.get(occupant.id);
    if (list) list.push({ hooked, by, because });
    else candidates.set(occupant.id, [{ hooked, by, because }]);
  }

  const assigned = new Map<string, Assigned>();
  for (const one of occupants) {
    const list = candidates.get(one.id);
    if (list) assigned.set(one.id, chooseFor(one, list, input));
  }
  return { assigned, candidates, refused };
}

/**
 * The same with one marker that was written anew by the occupant it was tied to: by far the most that hooks do, and
 * nobody else's matter. Null: all have to be assigned. Pure.
 */
export function assignOne(
  { candidates }: Assignment,
  hooked: Hooked,
  own: Occupant,
  input: Pick<AssignInput, "conversationOf" | "holdsMany">,
): { list: readonly Candidate[]; assigned: Assigned } | null {
  const before = candidates.get(own.id) ?? [];
  const isOwn = ({ by, hooked: known }: Candidate): boolean =>
    by === "marker" && known.path === hooked.path && known.at <= hooked.at;
  if (own.process.pid !== hooked.head.pid || !before.some(isOwn)) return null;
  const list = before.map((one) => (isOwn(one) ? { ...one, hooked } : one));
  return { list, assigned: chooseFor(own, list, input) };
}

type Candidate = Omit<Assigned, "speaks">;

/** Finds the occupant whose conversation a marker of another process is about. */
function finder(occupants: readonly Occupant[], { conversationOf }: AssignInput) {
  const group = (key: (one: Occupant) => string | null) => Map.groupBy(occupants, key);
  const keyOf = (agent: string, what: string | null | undefined): string | null =>
    what == null ? null : `${agent} ${what}`;
  let known: Record<"holders" | "here", Map<string | null, Occupant[]>> | null = null;

  return ({ head, hook }: Hooked): (Omit<Candidate, "hooked"> & { occupant: Occupant }) | null => {
    known ??= {
      holders: group((one) => keyOf(one.agent, conversationOf(one)?.nativeId)),
      here: group(({ agent, process }) =>
        process.pid === 0 ? null : keyOf(agent, process.agent?.cwd),
      ),
    };
    const find = (map: Map<string | null, Occupant[]>, what: string | null): Occupant[] =>
      what === null ? [] : (map.get(keyOf(head.agent, what)) ?? []);
    const holders = find(known.holders, hook.nativeId);
    if (holders.length === 1)
      return { occupant: holders[0]!, by: "native", because: `its hook names its conversation` };
    // Two in one directory: nobody can say which of them it was.
    const [only, ...more] = find(known.here, hook.cwd);
    if (!only || more.length > 0) return null;
    // It is known to hold another conversation, and not only by what a hook like this one said before.
    if ((conversationOf(only)?.by ?? "hook") !== "hook") return null;
    return { occupant: only, by: "native", because: `it is the only ${head.agent} in ${hook.cwd}` };
  };
}

function chooseFor(
  occupant: Occupant,
  list: readonly Candidate[],
  { conversationOf, holdsMany }: Pick<AssignInput, "conversationOf" | "holdsMany">,
): Assigned {
  const known = conversationOf(occupant);
  const published = known?.by === "published" ? known.nativeId : null;
  return choose(list, published, holdsMany(occupant.agent));
}

/** The published conversation, else the freshest; of several at a time first one that waits, then one that works, speaks. */
function choose(list: readonly Candidate[], published: string | null, many: boolean): Assigned {
  const fits = (one: Candidate): boolean => one.hooked.hook.nativeId === published;
  const byTime = list.toSorted((a, b) => b.hooked.at - a.hooked.at);
  // A subagent's conversation is none that a person has.
  const isOwn = ({ hooked }: Candidate): boolean => hooked.hook.parent === null;
  const last = byTime.find(isOwn)?.hooked;
  // One that was left without a word is over too, where a process holds one at a time and the next has ended.
  const isOver = ({ hooked }: Candidate): boolean =>
    hooked.hook.ended || (!many && !!last?.hook.ended && hooked.at + HANDOVER_MS < last.at);
  const open = byTime.filter((one) => !isOver(one));
  const alive = open.length > 0 ? open : byTime;
  const pool = alive.some(fits) ? alive.filter(fits) : alive;
  const shown = pool.find(isOwn) ?? pool[0]!;
  const urgent = (status: string) => pool.find(({ hooked }) => hooked.hook.status === status);
  const speaks = (many && (urgent("waiting") ?? urgent("working"))) || shown;
  return { ...shown, speaks: speaks.hooked };
}

/** What the hooks of an occupant have told. */
export function hookOf({ hooked, speaks }: Assigned): HookState {
  const { status, ask, because, at, ended } = speaks.hook;
  return { ...hooked.hook, status, ask, because, at, ended };
}
