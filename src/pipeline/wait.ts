import type { Session } from "../core/session.ts";
import { satisfies, type WaitCondition } from "../core/wait.ts";
import type { Store, StoreEvent } from "./store.ts";

export interface WaitRequest extends WaitCondition {
  /** Session ids: a wait is pinned to the occupants that were named. */
  ids: readonly string[];
  /** One is enough. */
  any: boolean;
  timeoutMs: number;
  /** How long the condition has to hold, in milliseconds. */
  stableMs: number;
}

export interface WaitOutcome {
  outcome: "met" | "timeout" | "gone" | "aborted";
  /** Those waited for, as they are now; the ended ones as they last were. */
  sessions: Session[];
  met: string[];
  gone: string[];
}

/**
 * Level-triggered: true at once if it is true already. A session that ends while something else is
 * waited for can never satisfy it, and ends the wait.
 */
export function wait(
  store: Store,
  request: WaitRequest,
  signal: AbortSignal,
): Promise<WaitOutcome> {
  return new Promise((resolve) => {
    const last = new Map(
      request.ids.flatMap((id) => (store.rows.has(id) ? [[id, store.rows.get(id)!] as const] : [])),
    );
    const gone = new Set(request.ids.filter((id) => !store.rows.has(id)));
    const changed = new Set<string>();
    let stable: NodeJS.Timeout | null = null;

    const isMet = (id: string): boolean => {
      if (request.until === "gone") return gone.has(id);
      if (gone.has(id)) return false;
      return request.until === "change" ? changed.has(id) : satisfies(last.get(id)!, request);
    };
    const finish = (outcome: WaitOutcome["outcome"]): void => {
      unsubscribe();
      clearTimeout(timer);
      if (stable) clearTimeout(stable);
      signal.removeEventListener("abort", onAbort);
      resolve({
        outcome,
        sessions: [...last.values()],
        met: request.ids.filter(isMet),
        gone: [...gone],
      });
    };
    const onAbort = (): void => finish("aborted");
    const check = (): void => {
      const met = request.ids.filter(isMet).length;
      const enough = request.any ? met > 0 : met === request.ids.length;
      if (!enough) {
        if (stable) clearTimeout(stable);
        stable = null;
        const alive = request.ids.length - gone.size;
        if (request.until !== "gone" && (request.any ? alive === 0 : gone.size > 0)) finish("gone");
      } else if (request.stableMs === 0) {
        finish("met");
      } else {
        stable ??= setTimeout(() => finish("met"), request.stableMs);
      }
    };
    const unsubscribe = store.subscribe((events: readonly StoreEvent[]) => {
      let touched = false;
      for (const { type, session } of events) {
        if (!session || !last.has(session.id)) continue;
        touched = true;
        last.set(session.id, session);
        if (type === "removed") gone.add(session.id);
        if (type === "updated") changed.add(session.id);
      }
      if (touched) check();
    });
    const timer = setTimeout(() => finish("timeout"), request.timeoutMs);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) finish("aborted");
    else check();
  });
}
