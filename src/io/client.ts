import { AppError, fromFailure } from "../core/errors.ts";
import { headTooLong, MAX_HEAD_BYTES } from "../core/limits.ts";
import { checkOwner } from "./owner.ts";

// An import of a module of Node calls all its getters, and those load what nobody uses (`readline`, behind `node:fs`).
// Without one `list --json` takes 34 ms of CPU more than a bare Node, with them 50.
const { connect } = process.getBuiltinModule("node:net");

export interface Request {
  method?: "GET" | "POST";
  /** With its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** How long the answer may take, in milliseconds. @default 10000 */
  timeoutMs?: number;
}

/**
 * One request to the daemon, one answer: HTTP/1.0 over its Unix socket. The whole of undici would cost
 * a one-shot command 100 ms.
 * @returns the body's text, as it came
 * @throws AppError: the daemon's own, or E_DAEMON_DOWN when it does not answer
 */
export async function request(socketPath: string, question: Request): Promise<string> {
  return (await requestBytes(socketPath, question)).toString("utf8");
}

/** As `request`, for who hands the answer on: a thousand sessions are a megabyte, read and written twice else. */
export function requestBytes(
  socketPath: string,
  { method = "GET", path, headers = {}, body, timeoutMs = 10_000 }: Request,
): Promise<Buffer> {
  const payload = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.0`,
    "Host: localhost",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(payload
      ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(payload)}`]
      : []),
  ];
  const head = `${lines.join("\r\n")}\r\n\r\n`;
  // The daemon would say so too, but who still writes may not hear it before it hangs up.
  if (head.length > MAX_HEAD_BYTES) return Promise.reject(headTooLong());
  const foreign = checkOwner(socketPath);
  if (foreign) return Promise.reject(foreign);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(socketPath);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Unanswered(
          `The daemon did not answer within ${timeoutMs} ms.`,
          "Run `ccmux daemon status`: it says what to do.",
        ),
      );
    }, timeoutMs);
    socket.on("connect", () => void socket.write(head + payload));
    socket.on("data", (chunk) => void chunks.push(chunk));
    socket.on("error", (error) => {
      // It may have answered before it had read all, and hung up on the rest: that answer counts.
      if (chunks.length > 0) return;
      clearTimeout(timer);
      reject(new DaemonUnreachable(socketPath, error));
    });
    socket.on("close", () => {
      clearTimeout(timer);
      try {
        resolve(parseResponse(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Nobody listens there: the one failure that a new daemon mends. */
export class DaemonUnreachable extends AppError {
  constructor(socketPath: string, cause: unknown) {
    super(
      "E_DAEMON_DOWN",
      `No daemon answers at ${socketPath}.`,
      "Start one with `ccmux daemon start`.",
      cause,
    );
  }
}

/** It may have heard us: what was asked for may have been done. */
export class Unanswered extends AppError {
  constructor(
    message = "The daemon ended before it had answered.",
    hint = "Run the command again.",
  ) {
    super("E_DAEMON_DOWN", message, hint);
  }
}

function parseResponse(raw: Buffer): Buffer {
  const end = raw.indexOf("\r\n\r\n");
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(raw.toString("latin1", 0, 16)) ?? [];
  if (end < 0 || !status) throw new Unanswered();
  const length = /\r\ncontent-length: *(\d+)/i.exec(raw.toString("latin1", 0, end))?.[1];
  const body = raw.subarray(end + 4);
  if (length !== undefined && body.length !== Number(length)) throw new Unanswered();
  if (Number(status) < 400) return body;
  throw fromFailure(readError(body.toString("utf8")));
}

function readError(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown }).error;
  } catch {
    return { message: text.slice(0, 200) };
  }
}
