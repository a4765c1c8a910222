import type { Agent } from "../agents/define.ts";
import type { Pool } from "../workers/pool.ts";
import type { LogTail } from "../workers/tail.ts";
import type { LogState } from "./fold-log.ts";
import type { Health } from "./health.ts";
import type { Lane } from "./lanes.ts";
import { linkLogs, logKey, type LogLink } from "./link-logs.ts";
import type { Occupant } from "./world.ts";

export interface LogPorts {
  agents: ReadonlyMap<string, Agent>;
  home: string;
  pool: Pick<Pool, "run">;
  lane: Lane;
  health: Health;
  /** Calls back when a file may have changed; null when it can't be watched. */
  watchFile(path: string, onChange: () => void): { close(): void } | null;
  occupants(): ReadonlyMap<string, Occupant>;
  /** Path of the log as the agent or its hooks name it; null: nobody does. */
  namedLog(occupant: Occupant): LogLink | null;
  startedAt(occupant: Occupant): number;
  /** What these sessions' logs say is new. */
  onChange(ids: readonly string[]): void;
  now(): number;
  onError(error: unknown): void;
}

export interface LogSource {
  get(id: string): { link: LogLink; log: LogState } | null;
  /** Reads what is new in every log, and looks for those that nobody knows. */
  scan(): Promise<void>;
  close(): void;
}

interface Entry {
  link: LogLink;
  tail: LogTail | null;
  reading: boolean;
  again: boolean;
  readAt: number;
  watcher: { close(): void } | null;
}

/** A log that is not there yet is looked for so often, the longer the rarer. */
const LOOK_EVERY_MS = 1000;
const LOOK_RARELY_MS = 15_000;
const YOUNG_MS = 60_000;
/** Places looked into at one scan: what is left over waits for the next. */
const PLACES_PER_SCAN = 8;
const READS_PER_SCAN = 64;
const RECONCILE_MS = 10_000;

/** Logs of the agents that run: which is whose, and what they say. */
export function createLogSource(ports: LogPorts): LogSource {
  const entries = new Map<string, Entry>();
  const lookedAt = new Map<string, number>();
  /** Whose a log was first, for ever: it is nobody else's only because its agent left it. */
  const ownerOf = new Map<string, string>();

  const drop = (id: string): void => {
    entries.get(id)?.watcher?.close();
    entries.delete(id);
    lookedAt.delete(id);
  };

  const unwatch = (entry: Entry): void => {
    entry.watcher?.close();
    entry.watcher = null;
  };

  const read = async (id: string, entry: Entry, isMissed = false): Promise<void> => {
    const occupant = ports.occupants().get(id);
    if (!occupant || entries.get(id) !== entry) return;
    if (entry.reading) return void (entry.again = true);
    entry.reading = true;
    entry.readAt = ports.now();
    try {
      do {
        entry.again = false;
        const { path, nativeId } = entry.link;
        const result = await ports.pool.run("tailLog", {
          agent: occupant.agent,
          path,
          nativeId,
          tail: entry.tail,
        });
        if (entries.get(id) !== entry) return;
        if (result.state === "gone") {
          unwatch(entry);
          // What it said goes with it.
          if (entry.tail) ports.onChange([id]);
          entry.tail = null;
          return;
        }
        const isOther =
          result.state === "read" && (entry.tail?.ino ?? result.tail.ino) !== result.tail.ino;
        // It watches a file that is no longer the one of that name.
        if (isOther || (isMissed && result.state === "read")) unwatch(entry);
        if (!entry.watcher) {
          const file = nativeId === null ? path : `${path}-wal`;
          entry.watcher = ports.watchFile(file, () => void read(id, entry));
          // What was written before it watched, it did not see.
          entry.again ||= entry.watcher !== null;
        }
        if (result.state === "same") continue;
        const before = entry.tail?.log;
        entry.tail = result.tail;
        entry.again ||= result.more;
        if (JSON.stringify(before) !== JSON.stringify(result.tail.log)) ports.onChange([id]);
      } while (entry.again);
    } catch (error) {
      ports.onError(error);
    } finally {
      entry.reading = false;
    }
  };

  const setLink = (id: string, link: LogLink): void => {
    const entry = entries.get(id);
    ownerOf.set(logKey(link), ownerOf.get(logKey(link)) ?? id);
    if (entry?.link.path === link.path && entry.link.nativeId === link.nativeId) return;
    if (entry) unwatch(entry);
    const fresh: Entry = {
      link,
      tail: null,
      reading: false,
      again: false,
      readAt: 0,
      watcher: null,
    };
    entries.set(id, fresh);
    void read(id, fresh);
  };

  /** Those whose log is due to be looked for, by place: agent, home and directory. */
  const placesDue = (): Map<string, Occupant[]> => {
    const now = ports.now();
    const places = new Map<string, Occupant[]>();
    for (const occupant of ports.occupants().values()) {
      if (!ports.agents.get(occupant.agent)?.log || occupant.bound === "unverified") continue;
      const { cwd, env } = occupant.process.agent ?? { cwd: null, env: {} };
      const key = JSON.stringify([occupant.agent, cwd, env]);
      places.set(key, [...(places.get(key) ?? []), occupant]);
    }
    const isDue = (occupant: Occupant): boolean => {
      if (ports.namedLog(occupant)) return false;
      const age = now - ports.startedAt(occupant);
      const isNew = age < YOUNG_MS && !entries.has(occupant.id);
      const every = isNew ? LOOK_EVERY_MS : LOOK_RARELY_MS;
      return now - (lookedAt.get(occupant.id) ?? 0) >= every;
    };
    return new Map([...places].filter(([, all]) => all.some(isDue)).slice(0, PLACES_PER_SCAN));
  };

  const look = async (all: readonly Occupant[]): Promise<void> => {
    const [first] = all;
    if (!first) return;
    for (const { id } of all) lookedAt.set(id, ports.now());
    const { cwd, env } = first.process.agent ?? { cwd: null, env: {} };
    const since = Math.min(...all.map(ports.startedAt)) - 2000;
    const open = all.filter((one) => !ports.namedLog(one));
    const found = await ports.pool.run("findLogs", {
      agent: first.agent,
      place: { cwd, env, home: ports.home },
      pids: open.map(({ process }) => process.pid),
      since,
    });
    const writers = all.map((one) => ({
      id: one.id,
      pid: one.process.pid,
      startedAt: ports.startedAt(one),
      linked: entries.has(one.id),
      named: !open.includes(one),
    }));
    for (const [id, link] of linkLogs(writers, found.logs, found.open, ownerOf)) setLink(id, link);
  };

  return {
    get(id) {
      const entry = entries.get(id);
      return entry?.tail ? { link: entry.link, log: entry.tail.log } : null;
    },
    scan: () =>
      ports.lane("logs", async () => {
        const occupants = ports.occupants();
        for (const id of entries.keys()) if (!occupants.has(id)) drop(id);
        for (const occupant of occupants.values()) {
          const named = ports.agents.get(occupant.agent)?.log ? ports.namedLog(occupant) : null;
          if (named) setLink(occupant.id, named);
        }
        await Promise.all([...placesDue().values()].map(look));
        // A file that is watched tells by itself, mostly: it is looked at now and then.
        const due = [...entries]
          .filter(([, { watcher, readAt }]) => !watcher || ports.now() - readAt > RECONCILE_MS)
          .toSorted(([, a], [, b]) => a.readAt - b.readAt)
          .slice(0, READS_PER_SCAN);
        await Promise.all(due.map(([id, entry]) => read(id, entry, true)));
        ports.health.ok("logs");
      }),
    close() {
      for (const id of entries.keys()) drop(id);
    },
  };
}
