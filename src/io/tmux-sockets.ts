import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Env } from "../core/paths.ts";

/**
 * The tmux servers to track from the start: the one that `CCMUX_TMUX_SOCKET` names and then no other, or
 * the default one and those of the config. Each is a path, or a label as for `tmux -L`.
 */
export function defaultSockets(
  env: Env,
  configured: readonly string[] = [],
): { sockets: string[]; pinned: boolean } {
  const named = env.CCMUX_TMUX_SOCKET;
  const sockets = (named ? [named] : ["default", ...configured]).map((name) => toSocket(name, env));
  return { sockets: [...new Set(sockets)], pinned: Boolean(named) };
}

/** A path, or a label as for `tmux -L` → the path that tmux itself would use. */
export function toSocket(name: string, env: Env): string {
  if (name.includes("/")) return realSocket(name);
  return realSocket(`${env.TMUX_TMPDIR || "/tmp"}/tmux-${process.getuid?.() ?? 0}/${name}`);
}

/**
 * One name for one socket: `/tmp` is a link on macOS, and tmux says `/private/tmp`. Only the folder is
 * resolved: where there is none, there is no server either.
 */
export function realSocket(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** tmux's flags that take a value; it stands in the same word or in the next. */
const TAKES_VALUE = "cfLST";

/**
 * The socket of a tmux server by the command line that started it: `-S` or `-L`, else the default one. A
 * `TMUX_TMPDIR` of its own cannot be seen there, and neither can what a relative path was relative to.
 */
export function socketOfArgv(argv: readonly string[], env: Env): string | null {
  let [path, label]: [string | null, string] = [null, "default"];
  for (let at = 1; at < argv.length && /^-./.test(argv[at]!); at++) {
    const flags = argv[at]!.slice(1);
    const flag = [...flags].findIndex((letter) => TAKES_VALUE.includes(letter));
    if (flag < 0) continue;
    const value = flags.slice(flag + 1) || (argv[++at] ?? "");
    if (flags[flag] === "S") path = value;
    if (flags[flag] === "L") label = value;
  }
  if (path === null) return /^[^/]+$/.test(label) ? toSocket(label, env) : null;
  return path.startsWith("/") ? realSocket(path) : null;
}
