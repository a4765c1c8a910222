import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { AppError, fromFailure } from "../core/errors.ts";
import { resolvePaths } from "../core/paths.ts";
import { callerHeaders } from "../io/caller.ts";
import { readLock } from "../io/lock-file.ts";
import { checkOwner } from "../io/owner.ts";

/** Which of the daemon's doors. */
export interface DoorOptions {
  /** Path of its Unix socket. @default where the CLI finds it, by `CCMUX_HOME` and the XDG variables */
  socket?: string;
  /** The TCP door instead: `http://127.0.0.1:2269`. */
  url?: string;
  /** For the TCP door. @default what is in the file `token` beside the socket */
  token?: string;
}

export interface Asked {
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
}

export interface Door {
  /** For people. */
  name: string;
  /**
   * One request. No timeout but that of its signal: an answer may take days.
   * @throws AppError: the daemon's own, E_DAEMON_DOWN when it can't be reached or hangs up, E_UNAVAILABLE when the
   * socket is another account's; the signal's reason
   */
  ask(path: string, asked: Asked): Promise<Response>;
  close(): void;
}

type Fetch = (
  url: string,
  init: RequestInit & { headers: Record<string, string> },
) => Promise<Response>;

export async function openDoor({ socket, url, token }: DoorOptions): Promise<Door> {
  const path = url === undefined ? (socket ?? findSocket()) : null;
  const base = url?.replace(/\/+$/, "") ?? "http://localhost";
  const own = path === null ? { authorization: `Bearer ${token ?? readToken()}` } : callerHeaders();
  const { fetch, close } = process.versions.bun ? ofBun(path) : await ofNode(path);
  const name = path ?? base;
  return {
    name,
    close,
    async ask(route, { method = "GET", headers, body, signal }) {
      const foreign = path === null ? null : checkOwner(path);
      if (foreign) throw foreign;
      const json = body !== undefined && { "content-type": "application/json" };
      const response = await fetch(base + route, {
        method,
        headers: { ...own, ...json, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw unreachable(name, error);
      });
      if (response.ok) return response;
      const told = (await response.json().catch(() => null)) as { error?: unknown } | null;
      throw fromFailure(told?.error ?? { message: `HTTP ${response.status} at ${name}.` });
    },
  };
}

/** The daemon is gone, or hung up in mid-answer. */
export function unreachable(name: string, cause: unknown): AppError {
  return new AppError(
    "E_DAEMON_DOWN",
    `No daemon answers at ${name}.`,
    "Start one with `ccmux daemon start`, or connect with `start: true`.",
    cause,
  );
}

/** What Node, undici and Bun call it when there was nobody to speak to. */
const NOT_HEARD = /^(?:ECONNREFUSED|ENOENT|EACCES|ConnectionRefused|FailedToOpenSocket)$/;

/** The daemon may have done what it was asked for, before it ended. */
export function wasHeard(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.code !== "E_DAEMON_DOWN") return false;
  const { code, cause } = (error.cause ?? {}) as { code?: string; cause?: { code?: string } };
  return !NOT_HEARD.test(cause?.code ?? code ?? "");
}

async function ofNode(socketPath: string | null): Promise<{ fetch: Fetch; close(): void }> {
  const { Agent, fetch } = await import("undici");
  // It would give up on a silent answer after 300 s: a `wait` may last for days.
  const dispatcher = new Agent({
    ...(socketPath !== null && { connect: { socketPath } }),
    bodyTimeout: 0,
    headersTimeout: 0,
  });
  return {
    fetch: ((url, init) => fetch(url, { ...init, dispatcher } as never)) as Fetch,
    close: () => void dispatcher.destroy().catch(() => {}),
  };
}

/** Bun's own undici knows no Unix sockets; its `fetch` does. */
function ofBun(unix: string | null): { fetch: Fetch; close(): void } {
  const more = { ...(unix !== null && { unix }), timeout: false };
  return { fetch: (url, init) => fetch(url, { ...init, ...more }), close() {} };
}

function findSocket(): string {
  const paths = ourPaths();
  return readLock(paths.lock)?.socket ?? paths.socket;
}

function readToken(): string {
  const { token } = ourPaths();
  try {
    return readFileSync(token, "utf8").trim();
  } catch (error) {
    const hint = "Give `token`; the daemon keeps it in a file beside its socket.";
    throw new AppError("E_UNAUTHORIZED", `There is no token at ${token}.`, hint, error);
  }
}

const ourPaths = () => resolvePaths(process.env, process.env.HOME || homedir());
