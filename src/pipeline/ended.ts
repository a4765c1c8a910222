import type { HostClock } from "../io/host.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { Store } from "./store.ts";
import type { Occupant } from "./world.ts";

export interface EndedPorts {
  store: Pick<Store, "rows" | "remembered">;
  processes: { readonly table: ReadonlyMap<number, ProcessInfo> };
  host: Pick<HostClock, "startedAt">;
  later(run: () => void, ms: number): void;
}

/** By then every source has told all that there is. */
const EARLY_MS = 10_000;
/** Boot time is known to the second. */
const SKEW_MS = 2000;

/**
 * Tells which rows are nobody's any more. One that the last daemon left has ended when its process has: its
 * tmux server may not have answered yet; background agents and hidden processes are found a little later.
 * @param again is called when it is worth to ask again
 */
export function createEnded(
  { store, processes, host, later }: EndedPorts,
  again: () => void,
): (here: ReadonlyMap<string, Occupant>) => string[] {
  let isEarly = true;
  later(() => {
    isEarly = false;
    again();
  }, EARLY_MS);
  const lives = (pid: number, startedAt: number): boolean => {
    const process = processes.table.get(pid);
    return (
      process !== undefined && Math.abs(host.startedAt(process.startTicks) - startedAt) < SKEW_MS
    );
  };
  return (here) => {
    const left = [...store.remembered.values()].filter(
      ({ pid, pane, startedAt }) =>
        // "Could not look" is not "nothing there".
        processes.table.size > 0 &&
        !lives(pid, startedAt) &&
        !(isEarly && (pid === 0 || pane === null)),
    );
    return [...store.rows.keys(), ...left.map(({ id }) => id)].filter((id) => !here.has(id));
  };
}
