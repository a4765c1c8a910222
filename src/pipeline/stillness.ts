import type { Pulse } from "../io/pulse.ts";

/**
 * Whether a tmux server has done anything since its panes were listed: if it did not, nothing that it knows has
 * changed, and there is no need to ask. To list them stirs it too. So its pulse is taken before a list and once it
 * has come to rest; two lists in a row that brought the same, and made it read as many bytes, prove that nobody drew
 * while it was asked. Pure.
 */
export interface Stillness {
  /** How often it has run, if it did nothing since; null: it has to be asked. */
  runs(now: number): number | null;
  /**
   * It was listed. `before`: its pulse then; null: unknown.
   * @returns takes its pulse once it has come to rest
   */
  listed(before: Pulse | null, isSame: boolean, now: number): (after: Pulse | null) => void;
}

/** What runs in a pane may change without its server, which looks only when it is asked. */
const ASK_MS = 10_000;

export function createStillness(): Stillness {
  let listedAt = 0;
  /** Bytes that the last list made it read. */
  let cost = -1;
  let rest: number | null = null;
  return {
    runs: (now) => (Math.abs(now - listedAt) < ASK_MS ? rest : null),
    listed(before, isSame, now) {
      const at = (listedAt = now);
      rest = null;
      return (after) => {
        // It was listed again meanwhile.
        if (at !== listedAt || !before || !after) return;
        const read = after.read - before.read;
        rest = isSame && read === cost ? after.runs : null;
        cost = read;
      };
    },
  };
}
