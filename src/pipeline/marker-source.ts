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
  follow(folder: string): void;
  scan(): Promise<void>;
  close(): void;
}

/** Marker files that hooks and plugins write, one for each conversation. */
export function createMarkerSource(
  ports: FolderPorts & { onChange(changed: readonly Hooked[]): void },
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
  return {
    hooked,
    scan: folders.scan,
    close: folders.close,
    follow: (folder) => folders.follow("", folder),
  };
}
