import type { Env } from "../core/paths.ts";

/**
 * The tmux servers to track from the start: the one that `CCMUX_TMUX_SOCKET` names (a path, or a label
 * as for `tmux -L`) and then no other, or the default one.
 */
export function defaultSockets(env: Env): { sockets: string[]; pinned: boolean } {
  const folder = `${env.TMUX_TMPDIR || "/tmp"}/tmux-${process.getuid?.() ?? 0}`;
  const named = env.CCMUX_TMUX_SOCKET;
  if (named) return { sockets: [named.includes("/") ? named : `${folder}/${named}`], pinned: true };
  return { sockets: [`${folder}/default`], pinned: false };
}
