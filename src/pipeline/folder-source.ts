import type { Pool } from "../workers/pool.ts";
import type { StateFile, StateKind, WatchKind } from "../workers/state-folder.ts";
import type { Health } from "./health.ts";
import type { Lane } from "./lanes.ts";

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

const MAX_FOLDERS = 64;

export interface Folder<K extends StateKind> {
  agent: string;
  path: string;
  files: Map<string, StateFile<K>>;
}

export interface FolderSource {
  /** Keeps an eye on a folder, once it is there. */
  follow(agent: string, path: string): void;
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
    inode: number | null;
    /** Names of files that have changed and are not read yet. */
    dirty: Set<string>;
    reading: boolean;
  }
  const folders = new Map<string, Watched>();

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

  const reconcile = async (folder: Watched) => {
    const asked = new Map(folder.files);
    const known = [...asked.values()].map(({ name: file, mtimeMs, size }) => ({
      name: file,
      mtimeMs,
      size,
    }));
    const scan = await ports.pool.run("scanState", {
      kind,
      agent: folder.agent,
      folder: folder.path,
      known,
    });
    if (scan.inode !== folder.inode) {
      folder.watcher?.close();
      folder.watcher = null;
      folder.inode = scan.inode;
    }
    if (scan.inode !== null)
      folder.watcher ??= ports.watch(folder.path, kind, (file) => {
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
  };

  const scan = (): Promise<void> =>
    ports.lane(name, async () => {
      await Promise.all([...folders.values()].map(reconcile));
      if (folders.size < MAX_FOLDERS) ports.health.ok(name);
    });

  return {
    scan,
    follow(agent, path) {
      if (folders.has(path)) return;
      // Each costs a watcher and a look a scan, and environments may name any number.
      if (folders.size >= MAX_FOLDERS) {
        ports.health.failed(
          name,
          `only ${MAX_FOLDERS} folders are watched, not ${path}`,
          ports.now(),
        );
        return;
      }
      folders.set(path, {
        agent,
        path,
        files: new Map(),
        watcher: null,
        inode: null,
        dirty: new Set(),
        reading: false,
      });
      void scan();
    },
    close() {
      for (const folder of folders.values()) folder.watcher?.close();
      folders.clear();
    },
  };
}
