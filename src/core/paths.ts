import { AppError } from "./errors.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Every file of ours. Folders are private (0700), files too (0600). */
export interface Paths {
  config: string;
  markers: string;
  state: string;
  database: string;
  lock: string;
  /** Daemons that ended by themselves. */
  crashes: string;
  log: string;
  run: string;
  socket: string;
  token: string;
  names: string;
}

/** The kernel's limit is 108 bytes; macOS has 104. */
const MAX_SOCKET_BYTES = 100;

/**
 * Where things are: below `CCMUX_HOME` when it is set, else in the XDG folders.
 * @throws AppError E_UNAVAILABLE when the socket's path is too long for a Unix socket
 */
export function resolvePaths(env: Env, home: string): Paths {
  if (env.CCMUX_HOME && !env.CCMUX_HOME.startsWith("/")) {
    const hint = "Set it to an absolute path, or to none.";
    throw new AppError("E_USAGE", `CCMUX_HOME: "${env.CCMUX_HOME}" is no absolute path.`, hint);
  }
  const base = absolute(env.CCMUX_HOME);
  const config = base ?? `${absolute(env.XDG_CONFIG_HOME) ?? `${home}/.config`}/ccmux`;
  const state = base
    ? `${base}/state`
    : `${absolute(env.XDG_STATE_HOME) ?? `${home}/.local/state`}/ccmux`;
  const runtime = absolute(env.XDG_RUNTIME_DIR);
  const run = base ? `${base}/run` : runtime ? `${runtime}/ccmux` : `${state}/run`;
  return {
    config: `${config}/ccmux.json`,
    markers: `${config}/session-pids`,
    state,
    database: `${state}/state.db`,
    lock: `${state}/lock`,
    crashes: `${state}/crashes.json`,
    log: `${state}/daemon.log`,
    run,
    socket: `${run}/ccmux.sock`,
    token: `${run}/token`,
    names: `${run}/sessions.tsv`,
  };
}

/** Variables that tell where the hooks of a process write their markers. */
export const MARKER_ENV = ["CCMUX_HOME", "XDG_CONFIG_HOME", "HOME"] as const;

/** Where the hooks of a process with this environment write; null when it is our own folder, or none can be told. */
export function markersOf(env: Env, own: string): string | null {
  const home = absolute(env.HOME);
  const base = absolute(env.CCMUX_HOME);
  const config = absolute(env.XDG_CONFIG_HOME) ?? (home && `${home}/.config`);
  const folder = base ?? (config && `${config}/ccmux`);
  return folder && `${folder}/session-pids` !== own ? `${folder}/session-pids` : null;
}

export function checkSocketPath(path: string): string {
  const bytes = new TextEncoder().encode(path).length;
  if (bytes <= MAX_SOCKET_BYTES) return path;
  throw new AppError(
    "E_UNAVAILABLE",
    `The socket path is ${bytes} bytes long, a Unix socket takes ${MAX_SOCKET_BYTES}: ${path}`,
    "Set CCMUX_HOME (or XDG_RUNTIME_DIR) to a shorter folder.",
  );
}

const DEFAULT_PORT = 2269;

/**
 * The port of the TCP door; null when it stays closed (`CCMUX_PORT=0`).
 * @throws AppError E_UNAVAILABLE
 */
export function resolvePort({ CCMUX_PORT: text }: Env): number | null {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port === 0) return null;
  if (port <= 65_535) return port;
  throw new AppError(
    "E_UNAVAILABLE",
    `CCMUX_PORT: "${text}" is no port.`,
    "Set it to 1–65535, or to 0 for none.",
  );
}

/** Relative values are void, as the XDG specification says. */
function absolute(path: string | undefined): string | null {
  return path?.startsWith("/") ? path.replace(/\/+$/, "") : null;
}

/** Last component of a process's directory, as some agents name it in their titles. */
export function directoryName(cwd: string | null | undefined): string | null {
  return cwd?.slice(cwd.lastIndexOf("/") + 1) || null;
}
