import type { Agent } from "../agents/define.ts";
import type { Pool } from "../workers/pool.ts";
import type { LogStamp, LogTail } from "../workers/tail.ts";
import type { LogState } from "./fold-log.ts";
import type { Health } from "./health.ts";
import type { Lane } from "./lanes.ts";
import { logKey, type LogLink } from "./link-logs.ts";
import { createLogFinder } from "./log-finder.ts";
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
  /** Something is new about these sessions: their log may be named, or be another one. */
  note(ids: Iterable<string>): void;
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

/** Logs looked at in one scan: what is left over waits for the next. */
const LOOKS_PER_SCAN = 256;
const READS_PER_SCAN = 64;
const RECONCILE_MS = 10_000;

/** Logs of the agents that run: which is whose, and what they say. */
export function createLogSource(ports: LogPorts): LogSource {
  const entries = new Map<string, Entry>();
  const noted = new Set<string>();
  /** Whose a log was first, for ever: it is nobody else's only because its agent left it. */
  const ownerOf = new Map<string, string>();

  const drop = (id: string): void => {
    entries.get(id)?.watcher?.close();
    entries.delete(id);
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

  const finder = createLogFinder(ports, {
    isLinked: (id) => entries.has(id),
    ownerOf,
    onLink: setLink,
  });

  /** Logs that should be read though nobody told of a change: a file that is watched tells by itself, mostly. */
  const readMissed = async (): Promise<void> => {
    const now = ports.now();
    const missed = [...entries].filter(
      ([, { watcher, readAt }]) => !watcher || now - readAt > RECONCILE_MS,
    );
    const some = missed.toSorted(([, a], [, b]) => a.readAt - b.readAt).slice(0, LOOKS_PER_SCAN);
    if (some.length === 0) return;
    for (const [, entry] of some) entry.readAt = now;
    // What a database has for one conversation its file does not tell.
    const isFile = ([, { link }]: (typeof some)[number]): boolean => link.nativeId === null;
    const files = some.filter(isFile);
    const stamps = files.map(([, { link, tail }]) => ({ path: link.path, ...stampOf(tail) }));
    const changed = files.length > 0 ? await ports.pool.run("changedLogs", stamps) : [];
    const due = [...changed.map((at) => files[at]!), ...some.filter((one) => !isFile(one))];
    // What is left over is due again with the next scan.
    for (const [, entry] of due.splice(READS_PER_SCAN)) entry.readAt = 0;
    await Promise.all(due.map(([id, entry]) => read(id, entry, true)));
  };

  return {
    get(id) {
      const entry = entries.get(id);
      return entry?.tail ? { link: entry.link, log: entry.tail.log } : null;
    },
    note(ids) {
      for (const id of ids) noted.add(id);
    },
    scan: () =>
      ports.lane("logs", async () => {
        const occupants = ports.occupants();
        for (const id of entries.keys()) if (!occupants.has(id)) drop(id);
        for (const id of noted) {
          const occupant = occupants.get(id);
          const named = occupant && ports.namedLog(occupant);
          if (named) setLink(id, named);
        }
        finder.note(noted);
        noted.clear();
        await finder.find();
        await readMissed();
        ports.health.ok("logs");
      }),
    close() {
      for (const id of entries.keys()) drop(id);
    },
  };
}

/** What a file is told by that has not changed; of one never read, nothing. */
function stampOf(tail: LogTail | null): Omit<LogStamp, "path"> {
  const { ino, size, mtimeMs } = tail ?? { ino: -1, size: -1, mtimeMs: -1 };
  return { ino, size, mtimeMs };
}
