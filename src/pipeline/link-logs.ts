/** One agent process that writes a log somewhere. */
export interface LogWriter {
  id: string;
  pid: number;
  startedAt: number;
  /** It has a log already: only a better reason changes that. */
  linked: boolean;
}

export interface LogFile {
  path: string;
  bornAt: number;
  ownerPid: number | null;
}

export interface LogLink {
  path: string;
  /** Why it is believed to be this process's, for `explain`. */
  because: string;
}

/** A log may be born this much before its process by the clocks. */
const SKEW_MS = 2000;
/** A log that is begun later may be another program's. */
const NEAR_MS = 600_000;

/**
 * Which log of a place is whose. A file that a process has open, or whose lock names it, is its own; else the only
 * log that was begun soon after the only process there. Two that fit are none. Pure.
 * @param writers every process of the agent in this place, linked or not
 * @param taken paths that are another's already
 */
export function linkLogs(
  writers: readonly LogWriter[],
  logs: readonly LogFile[],
  open: readonly { pid: number; path: string }[],
  taken: ReadonlySet<string>,
): Map<string, LogLink> {
  const links = new Map<string, LogLink>();
  const claimed = new Set(taken);
  const link = (id: string, path: string, because: string): void => {
    links.set(id, { path, because });
    claimed.add(path);
  };
  for (const { id, pid } of writers) {
    const held = open.filter((one) => one.pid === pid);
    const locked = logs.filter(({ ownerPid }) => ownerPid === pid);
    const newest = locked.toSorted((a, b) => b.bornAt - a.bornAt)[0];
    if (held.length === 1) link(id, held[0]!.path, "the process has it open");
    else if (newest) link(id, newest.path, `its lock names process ${pid}`);
  }
  const rest = writers.filter(({ id, linked }) => !linked && !links.has(id));
  const [only] = rest;
  if (!only || rest.length > 1) return links;
  const near = logs.filter(
    ({ path, bornAt, ownerPid }) =>
      !claimed.has(path) &&
      ownerPid === null &&
      bornAt > only.startedAt - SKEW_MS &&
      bornAt < only.startedAt + NEAR_MS,
  );
  if (near.length === 1)
    link(only.id, near[0]!.path, "the only log begun soon after the only process there");
  return links;
}
