import type { MarkerHead } from "../core/marker.ts";
import { foldHook, NO_HOOK, type HookState } from "./fold-hook.ts";
import { createFolderSource, type FolderPorts } from "./folder-source.ts";

/** What hooks have told of one conversation. */
export interface Hooked {
  /** For people: where it was read. */
  path: string;
  head: MarkerHead;
  /** When the marker was written last, in epoch milliseconds. */
  at: number;
  hook: HookState;
}

export interface MarkerSource {
  /** By path. Nobody has checked yet whose they are. */
  readonly hooked: ReadonlyMap<string, Hooked>;
  /** Keeps an eye on a folder for ever. */
  pin(folder: string): void;
  /** And on these, while they are named. */
  follow(folders: readonly string[]): void;
  scan(): Promise<void>;
  close(): void;
}

/** A process that has just begun may not have been seen yet. */
const SETTLED_MS = 10_000;

/** Marker files that hooks and plugins write, one for each conversation. */
export function createMarkerSource(
  ports: FolderPorts & {
    onChange(changed: readonly Hooked[]): void;
    /** Null while processes are not known. */
    isAlive(pid: number): boolean | null;
  },
): MarkerSource {
  const hooked = new Map<string, Hooked>();
  const folders = createFolderSource("marker", "hook markers", ports, (folder, files) => {
    const changed: Hooked[] = [];
    for (const [name, file] of files) {
      const path = `${folder.path}/${name}`;
      const before = hooked.get(path);
      if (!file?.value) {
        if (before && hooked.delete(path)) changed.push(before);
        continue;
      }
      const { head, word } = file.value;
      // Another process with the conversation of one before, as after a resume, begins anew.
      const known = before?.head.pid === head.pid ? before.hook : NO_HOOK;
      const facts = {
        ...known,
        nativeId: head.nativeId ?? known.nativeId,
        cwd: head.cwd ?? known.cwd,
        transcript: head.transcript ?? known.transcript,
      };
      const hook = word ? foldHook(facts, head.event ?? "marker", word, file.mtimeMs) : facts;
      const now = { path, head, at: file.mtimeMs, hook };
      hooked.set(path, now);
      changed.push(now);
    }
    if (changed.length > 0) ports.onChange(changed);
  });
  let missed = new Set<string>();
  /** Markers of processes that two scans in a row did not see: nobody will write them again. */
  const sweep = async (): Promise<void> => {
    const gone = [...hooked.values()].filter(
      ({ head, at }) => ports.isAlive(head.pid) === false && ports.now() - at > SETTLED_MS,
    );
    const again = gone.filter(({ path, head }) => missed.has(`${path} ${head.pid}`));
    missed = new Set(gone.map(({ path, head }) => `${path} ${head.pid}`));
    if (again.length === 0) return;
    await ports.pool.run(
      "removeMarkers",
      again.map(({ path, at }) => ({ path, at })),
    );
  };
  return {
    hooked,
    async scan() {
      await folders.scan();
      await sweep().catch(ports.onError);
    },
    close: folders.close,
    pin: (folder) => folders.pin("", folder),
    follow: (named) => folders.follow(named.map((path) => ({ agent: "", path }))),
  };
}
