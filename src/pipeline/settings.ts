/** What the config may change while all of this runs. */
export interface Settings {
  /** tmux servers to track, whether they run or not. */
  sockets: readonly string[];
  /** Only these and no other: `CCMUX_TMUX_SOCKET` is set. */
  pinned: boolean;
  scanMs: number;
  /** While there is no session and nobody listens. */
  idleScanMs: number;
}
