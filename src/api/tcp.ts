import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { FailureCode } from "../core/errors.ts";
import type { Server } from "node:http";
import type { ApiCounts } from "./counts.ts";
import { toResponse } from "./failure.ts";
import { closeServer, type Door } from "./listen.ts";
import { createServer } from "./server.ts";

export interface TcpDoorOptions {
  port: number;
  /** As it is now. */
  token(): string;
  counts: ApiCounts;
  /** The port is taken, or free again (null): health tells. */
  onTrouble(reason: string | null): void;
  /** @default 30000 */
  retryMs?: number;
}

export interface TcpDoor extends Door {
  /** Ends every connection: those who hold one had another token. */
  cut(): void;
}

const RETRY_MS = 30_000;
const MAX_CONNECTIONS = 64;
const HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/**
 * What stands before the routes at the TCP door, which every program on the machine can reach and every
 * page in a browser can try: a loopback name with our port as Host, no Origin, and the token.
 */
function guard(app: Hono, { port, token }: Pick<TcpDoorOptions, "port" | "token">): Hono {
  const hosts = new Set(HOSTS.map((host) => `${host}:${port}`));
  const refuse = (code: FailureCode, message: string, hint: string): Response =>
    toResponse({ code, message, hint });
  const door = new Hono();
  door.all("*", (c) => {
    const { headers } = c.req.raw;
    if (!hosts.has((headers.get("host") ?? "").toLowerCase()))
      return refuse(
        "E_FORBIDDEN",
        "Host is no loopback name with our port.",
        `Ask 127.0.0.1:${port}.`,
      );
    // A browser sets it on every request that could do harm; our clients never do.
    if (headers.has("origin"))
      return refuse(
        "E_FORBIDDEN",
        "Requests of web pages are refused.",
        "Use the CLI, or a program that sends no Origin.",
      );
    const [, given = ""] =
      /^Bearer ([\x21-\x7e]{1,256})$/.exec(headers.get("authorization") ?? "") ?? [];
    if (!sameText(given, token()))
      return refuse(
        "E_UNAUTHORIZED",
        "The token is missing or wrong.",
        "Send `Authorization: Bearer` with the token of the run folder.",
      );
    // Who asks and from where is believed at the Unix door only.
    for (const name of ["ccmux-server", "ccmux-pane", "ccmux-cwd"]) headers.delete(name);
    return app.fetch(c.req.raw, c.env);
  });
  return door;
}

/** In constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** Opens the door at 127.0.0.1; a taken port is tried again every 30 s. */
export function listenTcp(app: Hono, options: TcpDoorOptions): TcpDoor {
  const { retryMs = RETRY_MS, counts } = options;
  const guarded = guard(app, options);
  let server: Server | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  const open = (): void => {
    const next = createServer({ fetch: guarded.fetch, counts, maxConnections: MAX_CONNECTIONS });
    next.once("error", (error: NodeJS.ErrnoException) => {
      options.onTrouble(
        `127.0.0.1:${options.port}: ${error.code === "EADDRINUSE" ? "taken by another program" : error.message}`,
      );
      if (!closed) timer = setTimeout(open, retryMs);
    });
    next.listen(options.port, "127.0.0.1", () => {
      server = next;
      options.onTrouble(null);
      if (closed) next.close();
    });
  };
  open();
  return {
    cut: () => server?.closeAllConnections(),
    async close(graceMs) {
      closed = true;
      if (timer) clearTimeout(timer);
      if (server) await closeServer(server, graceMs);
    },
  };
}
