import type { Agent } from "../agents/define.ts";
import type { Pool } from "../workers/pool.ts";
import type { PublishedFile } from "../workers/published.ts";
import type { Health } from "./health.ts";
import type { Lane } from "./lanes.ts";
import type { Published } from "./world.ts";

export interface PublishedPorts {
  agents: ReadonlyMap<string, Agent>;
  home: string;
  pool: Pick<Pool, "run">;
  lane: Lane;
  health: Health;
  /**
   * Watches a flat folder; calls back with a file's name whenever it may have changed.
   * Null when it cannot be watched (it is not there yet): reconciling goes on without.
   */
  watch(folder: string, onName: (name: string) => void): { close(): void } | null;
  /** These pids' words are new, changed or gone. */
  onChange(pids: readonly number[]): void;
  onError(error: unknown): void;
}

export interface PublishedSource {
  /** By pid, as read: nobody has checked yet that the process is the one that wrote it. */
  readonly words: ReadonlyMap<number, Published>;
  /** Keeps an eye on the folder that an agent with this environment uses. */
  follow(agent: string, env: Readonly<Record<string, string | undefined>>): void;
  /** Compares every folder with what is known of it: what a watcher missed is found here. */
  scan(): Promise<void>;
  close(): void;
}

interface Folder {
  agent: string;
  path: string;
  files: Map<string, PublishedFile>;
  watcher: { close(): void } | null;
}

/** State that agents publish about themselves, one file per live process. */
export function createPublishedSource(ports: PublishedPorts): PublishedSource {
  const folders = new Map<string, Folder>();
  const words = new Map<number, Published>();

  const take = (
    folder: Folder,
    changed: readonly PublishedFile[],
    gone: readonly string[],
  ): void => {
    const pids: number[] = [];
    for (const name of gone) {
      const pid = folder.files.get(name)?.word?.pid;
      folder.files.delete(name);
      if (pid !== undefined && words.delete(pid)) pids.push(pid);
    }
    for (const file of changed) {
      const before = folder.files.get(file.name)?.word;
      folder.files.set(file.name, file);
      if (file.word) {
        const { agent, path } = folder;
        words.set(file.word.pid, {
          agent,
          path: `${path}/${file.name}`,
          mtimeMs: file.mtimeMs,
          word: file.word,
        });
        pids.push(file.word.pid);
      } else if (before && words.delete(before.pid)) {
        pids.push(before.pid);
      }
    }
    if (pids.length > 0) ports.onChange(pids);
  };

  const reconcile = async (folder: Folder): Promise<void> => {
    const known = [...folder.files.values()].map(({ name, mtimeMs, size }) => ({
      name,
      mtimeMs,
      size,
    }));
    const scan = await ports.pool.run("scanPublished", {
      agent: folder.agent,
      folder: folder.path,
      known,
    });
    if (!scan.exists) {
      folder.watcher?.close();
      folder.watcher = null;
    } else {
      folder.watcher ??= ports.watch(folder.path, (name) => void readOne(folder, name));
    }
    take(folder, scan.changed, scan.gone);
  };

  const readOne = async (folder: Folder, name: string): Promise<void> => {
    try {
      const before = folder.files.get(name);
      const file = await ports.pool.run("readPublished", {
        agent: folder.agent,
        folder: folder.path,
        name,
        before,
      });
      if (!file) return;
      // Not there (any more): the word goes with it.
      if (file.mtimeMs < 0) take(folder, [], [name]);
      else take(folder, [file], []);
    } catch (error) {
      ports.onError(error);
    }
  };

  const scan = (): Promise<void> =>
    ports.lane("published state", async () => {
      await Promise.all([...folders.values()].map(reconcile));
      ports.health.ok("published state");
    });

  return {
    words,
    scan,
    follow(agent, env) {
      const path = ports.agents.get(agent)?.published?.folder(env, env.HOME ?? ports.home);
      if (path === undefined || folders.has(path)) return;
      folders.set(path, { agent, path, files: new Map(), watcher: null });
      void scan();
    },
    close() {
      for (const folder of folders.values()) folder.watcher?.close();
      folders.clear();
    },
  };
}
