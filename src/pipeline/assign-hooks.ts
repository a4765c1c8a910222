import type { Hooked } from "./marker-source.ts";
import type { Occupant, Refusal } from "./world.ts";

export interface AssignInput {
  occupants: Iterable<Occupant>;
  hooked: Iterable<Hooked>;
  /** A process with this pid is there. */
  isAlive(pid: number): boolean;
  startedAt(occupant: Occupant): number;
  /** The conversation that an occupant is known to hold by another source; null: none is. */
  nativeIdOf(occupant: Occupant): string | null;
  /** One process of this agent holds several conversations at a time. */
  holdsMany(agent: string): boolean;
}

export interface Assigned {
  hooked: Hooked;
  /** How it is tied to the occupant. */
  by: "marker" | "native";
  because: string;
}

export interface Assignment {
  assigned: Map<string, Assigned>;
  refused: Map<string, Refusal[]>;
}

/** A marker may be written this much before its process by the clocks: they count in seconds. */
const SKEW_MS = 2000;

/**
 * Whose every marker is. Its pid decides; a marker of a process that is no session (a daemon that runs the hooks of
 * many) goes to the occupant that holds its conversation, else to the only one in its directory. Pure.
 */
export function assignHooks(input: AssignInput): Assignment {
  const occupants = [...input.occupants];
  const byPid = new Map(occupants.map((one) => [one.process.pid, one]));
  const candidates = new Map<string, Assigned[]>();
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
        ? findElsewhere(hooked, occupants, input)
        : null;
    if (!found) continue;
    const { occupant, by, because } = found;
    if (at + SKEW_MS < input.startedAt(occupant)) {
      refuse(occupant.id, `${path}: it is older than process ${occupant.process.pid}`);
      continue;
    }
    const list = candidates.get(occupant.id) ?? [];
    candidates.set(occupant.id, [...list, { hooked, by, because }]);
  }

  const assigned = new Map<string, Assigned>();
  for (const [id, list] of candidates) {
    const { agent } = occupants.find((one) => one.id === id)!;
    assigned.set(id, choose(list, input.holdsMany(agent)));
  }
  return { assigned, refused };
}

function findElsewhere(
  { head, hook }: Hooked,
  occupants: readonly Occupant[],
  { nativeIdOf }: AssignInput,
): { occupant: Occupant; by: "native"; because: string } | null {
  const same = occupants.filter(({ agent }) => agent === head.agent);
  const holders = same.filter((one) => hook.nativeId !== null && nativeIdOf(one) === hook.nativeId);
  if (holders.length === 1)
    return { occupant: holders[0]!, by: "native", because: `its hook names its conversation` };
  const here = same.filter(
    ({ process }) => hook.cwd !== null && process.agent?.cwd === hook.cwd && process.pid !== 0,
  );
  // Two in one directory: nobody can say which of them it was.
  const [only] = here;
  if (!only || here.length > 1 || nativeIdOf(only) !== null) return null;
  return { occupant: only, by: "native", because: `it is the only ${head.agent} in ${hook.cwd}` };
}

/** The freshest conversation; of several at a time first one that waits, then one that works. */
function choose(list: readonly Assigned[], many: boolean): Assigned {
  const alive = list.filter(({ hooked }) => !hooked.hook.ended);
  const pool = (alive.length > 0 ? alive : list).toSorted((a, b) => b.hooked.at - a.hooked.at);
  const urgent = (status: string) => pool.find(({ hooked }) => hooked.hook.status === status);
  return (many && (urgent("waiting") ?? urgent("working"))) || pool[0]!;
}
