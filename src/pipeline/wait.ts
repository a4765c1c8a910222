import type { Session } from "../core/session.ts";
import { isChange, satisfies, type WaitCondition } from "../core/wait.ts";
import type { Store, StoreEvent } from "./store.ts";

export interface WaitRequest extends WaitCondition {
  /** Session ids: a wait is pinned to the occupants that were named. */
  ids: readonly string[];
  /** One is enough. */
  any: boolean;
  timeoutMs: number;
  /** How long a session has to stay as it was waited for, in milliseconds. */
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
  const { ids, until, any, timeoutMs, stableMs } = request;
  return new Promise((resolve) => {
    const last = new Map(
      ids.flatMap((id) => {
        const row = store.rows.get(id) ?? store.dismissed.get(id);
        return row ? [[id, row] as const] : [];
      }),
    );
    const gone = new Set(ids.filter((id) => !last.has(id)));
    const changed = new Set<string>();
    /** Those that have stayed so for long enough. */
    const met = new Set<string>();
    const staying = new Map<string, NodeJS.Timeout>();

    const isSo = (id: string): boolean =>
      gone.has(id)
        ? until.includes("gone")
        : satisfies(last.get(id)!, request) || (changed.has(id) && until.includes("change"));
    const leave = (id: string): void => {
      met.delete(id);
      clearTimeout(staying.get(id));
      staying.delete(id);
    };
    const judge = (id: string): void => {
      if (!isSo(id)) leave(id);
      else if (stableMs === 0) met.add(id);
      else if (!staying.has(id))
        staying.set(
          id,
          setTimeout(() => (met.add(id), check()), stableMs),
        );
    };
    const finish = (outcome: WaitOutcome["outcome"]): void => {
      unsubscribe();
      clearTimeout(timer);
      for (const one of staying.values()) clearTimeout(one);
      signal.removeEventListener("abort", onAbort);
      const sessions = [...last.values()];
      resolve({ outcome, sessions, met: ids.filter((id) => met.has(id)), gone: [...gone] });
    };
    const onAbort = (): void => finish("aborted");
    const check = (): void => {
      const isHopeless = any ? gone.size === ids.length : gone.size > 0;
      if (any ? met.size > 0 : met.size === ids.length) finish("met");
      else if (isHopeless && !until.includes("gone")) finish("gone");
    };
    const take = ({ type, session, dismissed }: StoreEvent): boolean => {
      const before = session && last.get(session.id);
      if (!before) return false;
      const { id } = session;
      last.set(id, session);
      if (type !== "removed") gone.delete(id);
      else if (!dismissed) gone.add(id);
      if (isChange(before, session)) {
        changed.add(id);
        // What was there before and comes again within the same tick has not stayed.
        leave(id);
      }
      judge(id);
      return true;
    };
    const unsubscribe = store.subscribe((events) => {
      if (events.filter(take).length > 0) check();
    });
    const timer = setTimeout(() => finish("timeout"), timeoutMs);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) return finish("aborted");
    for (const id of ids) judge(id);
    check();
  });
}
