import type { Attention } from "../core/session.ts";
import type { Evidence } from "../core/types.ts";
import type { LookResult, Target } from "./look.ts";
import type { Typing } from "./text.ts";

/** What the executors need of the world; made by the composition root, faked in tests. */
export interface ActionPorts {
  look(target: Target): Promise<LookResult>;
  typeText(target: Target, typing: Typing): Promise<{ ok: boolean; message?: string }>;
  pressKeys(target: Target, keys: readonly string[]): Promise<{ ok: boolean; message?: string }>;
  /** All that is known of the session by now; null when it has ended. */
  evidence(id: string): readonly Evidence[] | null;
  /** The dialog that is open, by all that is known; null: none, or one that we have answered. */
  dialog(id: string): Attention | null;
  /** Our key took the dialog that was open at `pressedAt`; at `goneAt` it was no longer there. */
  answered(id: string, pressedAt: number, goneAt: number): void;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** One action at a time in one pane: two senders must not mix. */
export function createTurns(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(run, run);
    const tail = mine.catch(() => {});
    tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
