import { connect, type Socket } from "node:net";

export interface Exchanged {
  /** NaN when the other side hung up without a word. */
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A port of 127.0.0.1, or the path of a Unix socket. */
export type Door = number | string;

export function open(door: Door, onConnect?: () => void): Socket {
  return typeof door === "number"
    ? connect(door, "127.0.0.1", onConnect)
    : connect(door, onConnect);
}

/** A whole exchange, byte by byte as a client may write it; until the other side hangs up. */
export function exchange(door: Door, bytes: string | Buffer): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = open(door, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (answer += chunk));
    // It may hang up while we still write: what it said before counts.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.syscall === "connect") reject(error);
    });
    socket.on("close", () => resolve(parse(answer)));
  });
}

export function parse(answer: string): Exchanged {
  const [head = "", ...body] = answer.split("\r\n\r\n");
  const [status = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => line.toLowerCase().split(": ") as [string, string]);
  return {
    status: Number(status.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: body.join("\r\n\r\n"),
  };
}
