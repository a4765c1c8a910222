import { createServer as createHttpServer, STATUS_CODES } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { FAILURES, toFailure, type FailureBody } from "../core/errors.ts";
import { headTooLong, MAX_HEAD_BYTES } from "../core/limits.ts";
import type { ApiCounts } from "./counts.ts";
import { toResponse } from "./failure.ts";

export interface ServerOptions {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>;
  counts: ApiCounts;
  /** Connections beyond it are closed at once. */
  maxConnections: number;
  limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  /** A head that does not come within it never will, in milliseconds. */
  headMs: number;
  /** The whole request, with its body; the answer may take days. */
  requestMs: number;
  /** An answer that is complete and that nobody fetches. */
  fetchMs: number;
}

const LIMITS: ServerLimits = { headMs: 5000, requestMs: 15_000, fetchMs: 60_000 };
/** Headers that mean one thing: two of them are two opinions about who asks, or where the body ends. */
const ONCE = [
  "host",
  "authorization",
  "origin",
  "content-type",
  "content-length",
  "transfer-encoding",
];

/** What both doors have in common: limits on the wire, and refusals before any route is looked at. */
export function createServer({ fetch, counts, maxConnections, limits }: ServerOptions): Server {
  const { headMs, requestMs, fetchMs } = { ...LIMITS, ...limits };
  /** Answers that are not complete, by connection: pipelined ones come in order. */
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const count = (status: number): void =>
    void counts.answers.set(status, (counts.answers.get(status) ?? 0) + 1);
  const listener = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler: () => toResponse(strange("its target or Host is none that we know")),
  });
  const server = createHttpServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(1000, headMs),
      keepAliveTimeout: 5000,
      insecureHTTPParser: false,
    },
    (incoming, outgoing) => {
      const { socket } = incoming;
      open.set(socket, (open.get(socket) ?? new Set()).add(outgoing));
      let cut: NodeJS.Timeout | undefined;
      outgoing.once("prefinish", () => {
        cut = setTimeout(() => socket.destroy(), fetchMs).unref();
      });
      outgoing.once("close", () => {
        clearTimeout(cut);
        open.get(socket)?.delete(outgoing);
        if (outgoing.headersSent) count(outgoing.statusCode);
      });
      const wrong = findStrange(incoming);
      if (wrong) refuse(outgoing, strange(wrong));
      else void listener(incoming, outgoing);
    },
  );
  server.maxConnections = maxConnections;
  server.on("drop", () => void counts.refusedConnections++);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // A status line in the middle of an answer would be part of that answer.
    const isAnswering = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering) return socket.destroy();
    const [status, failure] = parserFailure(error.code);
    count(status);
    socket.end(toWire(status, failure), () => socket.destroy());
  });
  return server;
}

/** What is wrong with a request that Node has let through; null: nothing. */
function findStrange({ url = "", rawHeaders }: IncomingMessage): string | null {
  // As to a proxy, it names a host of its own beside that of the header.
  if (!url.startsWith("/")) return "its target is no path";
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const twice = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  return twice ? `it has two headers "${twice}"` : null;
}

function strange(because: string): FailureBody {
  return {
    code: "E_USAGE",
    message: `The request is refused: ${because}.`,
    hint: "Send plain HTTP/1.1, as curl does.",
  };
}

function parserFailure(code: string | undefined): [status: number, failure: FailureBody] {
  if (code === "HPE_HEADER_OVERFLOW") return [431, toFailure(headTooLong())];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const message = "The request did not come in time.";
    return [FAILURES.E_TIMEOUT.http, { code: "E_TIMEOUT", message, hint: "Send it at once." }];
  }
  return [FAILURES.E_USAGE.http, strange("it is no HTTP/1.1 that we know")];
}

function refuse(outgoing: ServerResponse, failure: FailureBody): void {
  const body = JSON.stringify({ error: failure });
  outgoing.writeHead(FAILURES[failure.code].http, {
    "content-type": "application/json",
    connection: "close",
  });
  outgoing.end(body);
}

/** An answer to what no parser took for a request. */
function toWire(status: number, failure: FailureBody): string {
  const body = JSON.stringify({ error: failure });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
