import type { Status } from "../core/types.ts";
import type { HostClock } from "../io/host.ts";
import type { ProcessInfo } from "../workers/processes.ts";
import type { Screens } from "./screens.ts";
import type { Store } from "./store.ts";
import type { Occupant } from "./world.ts";

export interface ReturningPorts {
  store: Pick<Store, "rows" | "remembered" | "dismissed" | "labels" | "known">;
  processes: { readonly table: ReadonlyMap<number, ProcessInfo> };
  host: Pick<HostClock, "startedAt">;
  screens: Pick<Screens, "canLook" | "get">;
  later(run: () => void, ms: number): void;
}

/** Those that the last daemon left: who comes back, and who does not. */
export interface Returning {
  /** Nothing but its process has been seen yet: that is no news of what it does. */
  isUnseen(occupant: Occupant, status: Status): boolean;
  /** It has no pane, whoever is asked: a tmux server that may still have it has had its time to answer. */
  isPaneless(id: string): boolean;
  /**
   * Ids of rows that are nobody's any more. One that was left has ended when its process has: its tmux server may
   * not have answered yet; background agents and hidden processes are found a little later.
   */
  ended(here: ReadonlyMap<string, Occupant>): string[];
}

/** By then every source has told all that there is. */
const EARLY_MS = 10_000;
/** Boot time is known to the second. */
const SKEW_MS = 2000;

/** @param again is called when it is worth to ask again */
export function createReturning(
  { store, processes, host, screens, later }: ReturningPorts,
  again: () => void,
): Returning {
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
  return {
    isUnseen(occupant, status) {
      const was = store.remembered.get(occupant.id)?.status ?? "unknown";
      if (!isEarly || was === "unknown" || status !== "unknown") return false;
      return screens.canLook(occupant) && screens.get(occupant.id) === null;
    },
    isPaneless(id) {
      const left = store.remembered.get(id);
      return left !== undefined && (left.pane === null || !isEarly);
    },
    ended(here) {
      const left = [...store.remembered.values()].filter(
        ({ pid, pane, startedAt }) =>
          // "Could not look" is not "nothing there".
          processes.table.size > 0 &&
          !lives(pid, startedAt) &&
          !(isEarly && (pid === 0 || pane === null)),
      );
      const held = [...store.rows.keys(), ...store.dismissed.keys(), ...left.map(({ id }) => id)];
      const ids = held.filter((id) => !here.has(id));
      for (const id of ids) store.labels.rest(store.known(id)!);
      return ids;
    },
  };
}
