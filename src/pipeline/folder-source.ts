import type { Pool } from "../workers/pool.ts";
import type { StateFile, StateKind, WatchKind } from "../workers/state-folder.ts";
import type { Health } from "./health.ts";
import type { Lane } from "./lanes.ts";
import { createNamedFolders, MAX_FOLDERS, tooMany } from "./named-folders.ts";

export interface FolderPorts {
  pool: Pick<Pool, "run">;
  lane: Lane;
  health: Health;
  /**
   * Watches a flat folder; calls back with the name of such a file whenever it may have changed.
   * Null when it cannot be watched (it is not there yet): reconciling goes on without.
   */
  watch(folder: string, kind: WatchKind, onName: (name: string) => void): { close(): void } | null;
  now(): number;
  onError(error: unknown): void;
}

/** Of files that a watcher tells about, one in so many is looked at again in each scan. */
const ROTATION = 8;

export interface Folder<K extends StateKind> {
  agent: string;
  path: string;
  files: Map<string, StateFile<K>>;
}

export interface FolderSource {
  /** Keeps an eye on a folder for ever, once it is there. */
  pin(agent: string, path: string): void;
  /** These are the folders that agents name now. */
  follow(wanted: readonly { agent: string; path: string }[]): void;
  /** Compares every folder with what is known of it: what a watcher missed is found here. */
  scan(): Promise<void>;
  close(): void;
}

/**
 * Flat folders of small files, watched and reconciled.
 * @param onFiles hears of files before they replace what `folder.files` has; `null` instead of a file: it is gone
 */
export function createFolderSource<K extends StateKind>(
  kind: K,
  name: string,
  ports: FolderPorts,
  onFiles: (folder: Folder<K>, files: readonly (readonly [string, StateFile<K> | null])[]) => void,
): FolderSource {
  interface Watched extends Folder<K> {
    watcher: { close(): void } | null;
    /** Of the folder that is watched. */
    identity: string | null;
    /** Names of files that have changed and are not read yet. */
    dirty: Set<string>;
    reading: boolean;
    /** As it was when its names were read; null: never. */
    mtimeMs: number | null;
    turn: number;
    isPinned: boolean;
  }
  const folders = new Map<string, Watched>();
  const named = createNamedFolders();

  const take = (
    folder: Folder<K>,
    changed: readonly StateFile<K>[],
    gone: readonly string[],
  ): void => {
    const files = [
      ...gone.map((file) => [file, null] as const),
      ...changed.map((file) => [file.name, file] as const),
    ];
    if (files.length > 0) onFiles(folder, files);
    for (const [file, value] of files)
      if (value) folder.files.set(file, value);
      else folder.files.delete(file);
  };

  /** One read at a time: what changes meanwhile is read with the next, however much it is. */
  const readDirty = async (folder: Watched): Promise<void> => {
    if (folder.reading) return;
    folder.reading = true;
    try {
      while (folder.dirty.size > 0) {
        const asked = new Map([...folder.dirty].map((name) => [name, folder.files.get(name)]));
        folder.dirty.clear();
        const { agent, path } = folder;
        const files = [...asked].map(([file, before]) => ({
          name: file,
          before: before && { mtimeMs: before.mtimeMs, size: before.size },
        }));
        const read = await ports.pool.run("readStates", { kind, agent, folder: path, files });
        if (folders.get(path) !== folder) return;
        const fresh = read.filter(
          (file) => !isOutrun(folder, file.name, asked.get(file.name), file.mtimeMs),
        ) as StateFile<K>[];
        // Not there (any more): what it said goes with it.
        const gone = fresh.filter(({ mtimeMs }) => mtimeMs < 0).map((file) => file.name);
        take(
          folder,
          fresh.filter(({ mtimeMs }) => mtimeMs >= 0),
          gone,
        );
      }
    } catch (error) {
      ports.onError(error);
    } finally {
      folder.reading = false;
    }
  };

  /** Another read was done meanwhile, and saw a later file: a word that comes late is none. */
  const isOutrun = (
    folder: Folder<K>,
    file: string,
    before: StateFile<K> | undefined,
    mtimeMs: number,
  ): boolean => {
    const now = folder.files.get(file);
    return now !== undefined && now !== before && mtimeMs <= now.mtimeMs;
  };

  /**
   * @param asked the files to look at
   * @param withNames they are all that are known: looks for others too
   * @returns whether names have come or gone that were not looked for
   */
  const look = async (
    folder: Watched,
    asked: ReadonlyMap<string, StateFile<K>>,
    withNames: boolean,
  ): Promise<boolean> => {
    const { agent, path } = folder;
    const stamps = [...asked.values()].map(({ name, mtimeMs, size }) => ({ name, mtimeMs, size }));
    const scan = await ports.pool.run("scanState", {
      kind,
      agent,
      folder: path,
      known: withNames && folder.watcher ? [] : stamps,
      names: withNames ? [...asked.keys()] : null,
    });
    if (folders.get(path) !== folder) return false;
    if (scan.identity !== folder.identity) {
      folder.watcher?.close();
      folder.watcher = null;
      folder.identity = scan.identity;
    }
    if (scan.identity !== null)
      folder.watcher ??= ports.watch(path, kind, (file) => {
        folder.dirty.add(file);
        void readDirty(folder);
      });
    const isLate = (file: string, mtimeMs: number): boolean =>
      isOutrun(folder, file, asked.get(file), mtimeMs);
    take(
      folder,
      (scan.changed as StateFile<K>[]).filter((file) => !isLate(file.name, file.mtimeMs)),
      scan.gone.filter((file) => !isLate(file, -1)),
    );
    const isMoved = scan.mtimeMs !== folder.mtimeMs;
    if (withNames) folder.mtimeMs = scan.mtimeMs;
    return isMoved && !withNames;
  };

  /** All of one that nobody watches; else a part of its files, and its names when they have changed. */
  const reconcile = async (folder: Watched): Promise<void> => {
    const turn = (folder.turn = (folder.turn + 1) % ROTATION);
    const isWatched = folder.watcher !== null && folder.mtimeMs !== null;
    if (!isWatched) return void (await look(folder, new Map(folder.files), true));
    const due = new Map([...folder.files].filter((_, at) => at % ROTATION === turn));
    if ((await look(folder, due, false)) || turn === 0)
      await look(folder, new Map(folder.files), true);
  };

  const forget = (): void => {
    for (const folder of folders.values()) {
      if (folder.isPinned || named.keeps(folder.path)) continue;
      folder.watcher?.close();
      folders.delete(folder.path);
      take(folder, [], [...folder.files.keys()]);
    }
  };

  const scan = (): Promise<void> =>
    ports.lane(name, async () => {
      forget();
      await Promise.all([...folders.values()].map(reconcile));
      if (folders.size < MAX_FOLDERS) ports.health.ok(name);
    });

  const add = (agent: string, path: string, isPinned: boolean): void => {
    if (folders.has(path)) return;
    if (folders.size >= MAX_FOLDERS) return ports.health.failed(name, tooMany(path), ports.now());
    const files = new Map<string, StateFile<K>>();
    const unread = { watcher: null, identity: null, mtimeMs: null, dirty: new Set<string>() };
    const rest = { reading: false, turn: 0, isPinned };
    folders.set(path, { agent, path, files, ...unread, ...rest });
    void scan();
  };

  return {
    scan,
    pin: (agent, path) => add(agent, path, true),
    follow(wanted) {
      named.set(wanted.map(({ path }) => path));
      for (const { agent, path } of wanted) add(agent, path, false);
    },
    close() {
      for (const folder of folders.values()) folder.watcher?.close();
      folders.clear();
    },
  };
}
