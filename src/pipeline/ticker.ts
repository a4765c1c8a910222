export interface Ticker {
  /** There is something to settle. */
  tick(): void;
  readonly isDue: boolean;
  readonly ticks: number;
  stop(): void;
}

/** Settles once for all that has gathered by then. */
export function createTicker(settle: () => void, onError: (error: unknown) => void): Ticker {
  let due: NodeJS.Immediate | null = null;
  let ticks = 0;
  return {
    tick() {
      due ??= setImmediate(() => {
        due = null;
        ticks++;
        try {
          settle();
        } catch (error) {
          // A defect must not end the daemon: the next tick settles anew.
          onError(error);
        }
      });
    },
    get isDue() {
      return due !== null;
    },
    get ticks() {
      return ticks;
    },
    stop() {
      if (due) clearImmediate(due);
    },
  };
}
