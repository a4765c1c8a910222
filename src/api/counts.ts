/** What the doors have done since the daemon started: for `/v1/metrics`. */
export interface ApiCounts {
  /** Answers by HTTP status, refusals included. */
  answers: Map<number, number>;
  /** Connections beyond the most that a door holds. */
  refusedConnections: number;
  /** Readers of `/v1/events` right now. */
  readers: number;
  events: number;
  /** Snapshots sent to readers that had fallen behind. */
  cuts: number;
  /** Readers that were dropped because they did not read. */
  dropped: number;
}

export function createCounts(): ApiCounts {
  return { answers: new Map(), refusedConnections: 0, readers: 0, events: 0, cuts: 0, dropped: 0 };
}
