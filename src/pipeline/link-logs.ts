/** One agent process that writes a log somewhere. */
export interface LogWriter {
  id: string;
  pid: number;
  startedAt: number;
  /** It has a log already: only a better reason changes that. */
  linked: boolean;
  /** The agent or its hooks name its log: then nothing is looked for. */
  named: boolean;
}

export interface LogFile {
  path: string;
  nativeId: string;
  bornAt: number;
  ownerPid: number | null;
  /** It is one of many in a database; then the last used comes first. */
  conversation: boolean;
}

export interface LogLink {
  path: string;
  /** The conversation, where the file is a database of many; else null. */
  nativeId: string | null;
  /** Why it is believed to be this process's, for `explain`. */
  because: string;
  /** A hook named it, so that it says nothing about whose the hook is. */
  byHook?: boolean;
}

/** A log may be born this much before its process by the clocks. */
const SKEW_MS = 2000;
/** A log that is begun later may be another program's. */
const NEAR_MS = 600_000;

/**
 * Which log of a place is whose. A file that a process has open, or whose lock names it, is its own; else the only
 * log that was begun soon after the only process there. Two that fit are none. Pure.
 * @param writers every process of the agent in this place, linked or not
 * @param owners whose a log is, or once was, by its key
 */
export function linkLogs(
  writers: readonly LogWriter[],
  logs: readonly LogFile[],
  open: readonly { pid: number; path: string }[],
  owners: ReadonlyMap<string, string>,
): Map<string, LogLink> {
  const links = new Map<string, LogLink>();
  const claimed = new Map(owners);
  const link = (id: string, link: LogLink): void => {
    links.set(id, link);
    claimed.set(logKey(link), id);
  };
  for (const { id, pid, named } of writers) {
    if (named) continue;
    const held = open.filter((one) => one.pid === pid);
    const locked = logs.filter(({ ownerPid }) => ownerPid === pid);
    const newest = locked.toSorted((a, b) => b.bornAt - a.bornAt)[0];
    if (held.length === 1)
      link(id, { path: held[0]!.path, nativeId: null, because: "the process has it open" });
    else if (newest)
      link(id, { path: newest.path, nativeId: null, because: `its lock names process ${pid}` });
  }
  const rest = writers.filter(({ id, named }) => !named && !links.has(id));
  const [only] = rest;
  if (!only || rest.length > 1) return links;
  const [lastUsed] = logs.filter((log) => log.conversation);
  // One process may use many: beside another, nobody can say whose any of them is.
  if (lastUsed && writers.length === 1) {
    const { path, nativeId } = lastUsed;
    const because = "the last that was used there, by the only process there";
    link(only.id, { path, nativeId, because });
  }
  const near = logs.filter(
    (log) =>
      !log.conversation &&
      (claimed.get(log.path) ?? only.id) === only.id &&
      log.ownerPid === null &&
      log.bornAt > only.startedAt - SKEW_MS &&
      log.bornAt < only.startedAt + NEAR_MS,
  );
  if (near.length === 1 && !only.linked) {
    const because = "the only log begun soon after the only process there";
    link(only.id, { path: near[0]!.path, nativeId: null, because });
  }
  return links;
}

/** What one log is told from another by. */
export function logKey({ path, nativeId }: Pick<LogLink, "path" | "nativeId">): string {
  return nativeId === null ? path : `${path}#${nativeId}`;
}
