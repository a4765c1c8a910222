/**
 * `<epoch>-<n>`: one counter for snapshots, events and the feed. The epoch is made with the state
 * database; an id of another epoch means another history, so its reader gets a snapshot.
 */
export function formatSeq(epoch: string, n: number): string {
  return `${epoch}-${n}`;
}

/** Null when it is no seq at all. */
export function parseSeq(text: string): { epoch: string; n: number } | null {
  const [, epoch, n] = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(text) ?? [];
  return epoch === undefined || n === undefined ? null : { epoch, n: Number(n) };
}

/** Gives each event its number. */
export interface Counter {
  /** Another one means another history: what was read up to now is no place in it. */
  readonly epoch: string;
  /** The last number that may have been given out. */
  readonly n: number;
  take(): number;
}
