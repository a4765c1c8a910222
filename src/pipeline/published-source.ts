import type { Agent } from "../agents/define.ts";
import { createFolderSource, type FolderPorts } from "./folder-source.ts";
import type { Published } from "./world.ts";

export interface PublishedPorts extends FolderPorts {
  agents: ReadonlyMap<string, Agent>;
  home: string;
  /** These pids' words are new, changed or gone. */
  onChange(pids: readonly number[]): void;
}

/** An agent's environment says which folder it uses. */
export interface FolderUser {
  name: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface PublishedSource {
  /** By pid, as read: nobody has checked yet that the process is the one that wrote it. */
  readonly words: ReadonlyMap<number, Published>;
  /** Keeps an eye on the folder that an agent with this environment uses, for ever. */
  pin(user: FolderUser): void;
  /** And on those that these use, while they do. */
  follow(users: readonly FolderUser[]): void;
  scan(): Promise<void>;
  close(): void;
}

/** State that agents publish about themselves, one file per live process. */
export function createPublishedSource(ports: PublishedPorts): PublishedSource {
  const words = new Map<number, Published>();
  const folders = createFolderSource("published", "published state", ports, (folder, files) => {
    const pids: number[] = [];
    for (const [name, file] of files) {
      const before = folder.files.get(name)?.value;
      if (file?.value) {
        words.set(file.value.pid, {
          agent: folder.agent,
          path: `${folder.path}/${name}`,
          mtimeMs: file.mtimeMs,
          word: file.value,
        });
        pids.push(file.value.pid);
      } else if (before && words.delete(before.pid)) pids.push(before.pid);
    }
    if (pids.length > 0) ports.onChange(pids);
  });
  const folderOf = ({ name: agent, env }: FolderUser): { agent: string; path: string }[] => {
    const path = ports.agents.get(agent)?.published?.folder(env, env.HOME ?? ports.home);
    return path === undefined ? [] : [{ agent, path }];
  };
  return {
    words,
    scan: folders.scan,
    close: folders.close,
    pin(user) {
      for (const { agent, path } of folderOf(user)) folders.pin(agent, path);
    },
    follow: (users) => folders.follow(users.flatMap(folderOf)),
  };
}
