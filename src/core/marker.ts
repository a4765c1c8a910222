/** First line of a marker: what a hook knows of where it ran. Every field is a claim. */
export interface MarkerHead {
  agent: string;
  pid: number;
  nativeId: string | null;
  /** `%N`; null outside of tmux. */
  paneId: string | null;
  /** `$TMUX`: socket, server pid, session. */
  tmux: string | null;
  /** `pts/3`. */
  tty: string | null;
  cwd: string | null;
  transcript: string | null;
  /** The agent's own name for what happened; null in markers of older scripts, which have a state. */
  event: string | null;
}

/** Null when it is no marker. */
export function readHead(value: unknown): MarkerHead | null {
  if (typeof value !== "object" || value === null) return null;
  const head = value as Record<string, unknown>;
  const { agent_type: agent, pid } = head;
  if (typeof agent !== "string" || !/^[a-z][a-z0-9_-]{0,31}$/.test(agent)) return null;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return null;
  const text = (name: string, most = 4096): string | null => {
    const field = head[name];
    return typeof field === "string" && field !== "" && field.length <= most ? field : null;
  };
  const tty = text("tty", 64)?.replace(/^\/dev\//, "") ?? null;
  const pane = text("tmux_pane", 16);
  return {
    agent,
    pid,
    nativeId: text("session_id", 128),
    paneId: pane !== null && /^%\d{1,9}$/.test(pane) ? pane : null,
    tmux: text("tmux"),
    tty: tty === "unknown" ? null : tty,
    cwd: text("directory") ?? text("cwd"),
    transcript: text("transcript_path"),
    event: text("event", 64),
  };
}
