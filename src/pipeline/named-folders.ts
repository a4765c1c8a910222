/** Folders that the environments of agents name: kept while they do, and a while longer. */
export interface NamedFolders {
  /** These are named now. */
  set(paths: readonly string[]): void;
  /** One more scan of a folder. False once nobody has named it for long. */
  keeps(path: string): boolean;
}

/** Each costs a watcher and a look a scan, and environments may name any number. */
export const MAX_FOLDERS = 64;
/** An agent that is started anew names its folder again. */
const FORGET_SCANS = 30;

export const tooMany = (path: string): string =>
  `only ${MAX_FOLDERS} folders are watched, not ${path}`;

export function createNamedFolders(): NamedFolders {
  let named: ReadonlySet<string> = new Set();
  const unnamed = new Map<string, number>();
  return {
    set: (paths) => void (named = new Set(paths)),
    keeps(path) {
      const scans = named.has(path) ? 0 : (unnamed.get(path) ?? 0) + 1;
      const isKept = scans <= FORGET_SCANS;
      if (scans > 0 && isKept) unnamed.set(path, scans);
      else unnamed.delete(path);
      return isKept;
    },
  };
}
