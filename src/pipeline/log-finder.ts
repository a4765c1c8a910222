import { linkLogs, type LogLink } from "./link-logs.ts";
import type { LogPorts } from "./log-source.ts";
import type { Occupant } from "./world.ts";

/** Looks for the logs that neither an agent nor its hooks name. */
export interface LogFinder {
  /** Something is new about these sessions. */
  note(ids: Iterable<string>): void;
  /** Looks into the places where one is due. */
  find(): Promise<void>;
}

export interface LogLinks {
  isLinked(id: string): boolean;
  /** Whose a log is, or once was, by its key. */
  ownerOf: ReadonlyMap<string, string>;
  onLink(id: string, link: LogLink): void;
}

/** A log that is not there yet is looked for so often, the longer the rarer. */
const LOOK_EVERY_MS = 1000;
const LOOK_RARELY_MS = 15_000;
const YOUNG_MS = 60_000;
/** Places looked into at one scan: what is left over waits for the next. */
const PLACES_PER_SCAN = 8;

export function createLogFinder(ports: LogPorts, links: LogLinks): LogFinder {
  /** Those whose log nobody names, and when it was last looked for. */
  const open = new Map<string, number>();

  const isDue = (occupant: Occupant, lookedAt: number, now: number): boolean => {
    const isYoung = now - ports.startedAt(occupant) < YOUNG_MS && !links.isLinked(occupant.id);
    return now - lookedAt >= (isYoung ? LOOK_EVERY_MS : LOOK_RARELY_MS);
  };

  /** All who share a place with one that is due: which log is whose can only be told of all of them. */
  const placesDue = (): Occupant[][] => {
    const [occupants, now] = [ports.occupants(), ports.now()];
    const due = new Set<string>();
    for (const [id, lookedAt] of open) {
      const occupant = occupants.get(id);
      if (!occupant) open.delete(id);
      else if (isDue(occupant, lookedAt, now)) due.add(placeOf(occupant));
      if (due.size === PLACES_PER_SCAN) break;
    }
    if (due.size === 0) return [];
    const places = new Map([...due].map((place) => [place, [] as Occupant[]]));
    for (const occupant of occupants.values())
      if (occupant.bound !== "unverified") places.get(placeOf(occupant))?.push(occupant);
    return [...places.values()];
  };

  const look = async (all: readonly Occupant[]): Promise<void> => {
    const [first] = all;
    if (!first) return;
    const nameless = all.filter(({ id }) => open.has(id));
    for (const { id } of nameless) open.set(id, ports.now());
    const { cwd, env } = first.process.agent ?? { cwd: null, env: {} };
    const found = await ports.pool.run("findLogs", {
      agent: first.agent,
      place: { cwd, env, home: ports.home },
      pids: nameless.map(({ process }) => process.pid),
      since: Math.min(...all.map(ports.startedAt)) - 2000,
    });
    const writers = all.map((one) => ({
      id: one.id,
      pid: one.process.pid,
      startedAt: ports.startedAt(one),
      linked: links.isLinked(one.id),
      named: !open.has(one.id),
    }));
    for (const [id, link] of linkLogs(writers, found.logs, found.open, links.ownerOf))
      links.onLink(id, link);
  };

  return {
    note(ids) {
      for (const id of ids) {
        const occupant = ports.occupants().get(id);
        const hasLog = occupant && ports.agents.get(occupant.agent)?.log;
        const isOpen = hasLog && occupant.bound !== "unverified" && !ports.namedLog(occupant);
        if (!isOpen) open.delete(id);
        else if (!open.has(id)) open.set(id, 0);
      }
    },
    async find() {
      await Promise.all(placesDue().map(look));
    },
  };
}

const places = new WeakMap<object, string>();

/** Agent, home and directory. */
function placeOf({ agent, process }: Occupant): string {
  const known = places.get(process);
  if (known !== undefined) return known;
  const { cwd, env } = process.agent ?? { cwd: null, env: {} };
  const place = JSON.stringify([agent, cwd, env]);
  places.set(process, place);
  return place;
}
