import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Question } from "../measure.ts";
import { median, until } from "../measure.ts";

const RAW = `import { readFileSync } from "node:fs"; import { createServer } from "node:http";
const body = readFileSync(process.argv[2]);
createServer((_, res) => res.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)).listen(process.argv[3], () => console.log("ready"));
`;
const CONNECTIONS = 8;

export const snapshot: Question = {
  name: "snapshot",
  asks: "GET /v1/sessions, 1,000 sessions: ≥ 0.8 × raw node:http writing the same bytes; 304s ≥ 5,000 a second",
  async run({ fleet: fleetOf, size, seconds, installed }) {
    const fleet = await fleetOf(size);
    const path = "/v1/sessions";
    const { body, etag } = await get(fleet.socket, path);
    writeFileSync(join(installed.dir, "body.json"), body);
    writeFileSync(join(installed.dir, "raw.mjs"), RAW);
    const raw = join(installed.dir, "raw.sock");
    const server = spawn(process.execPath, [
      join(installed.dir, "raw.mjs"),
      join(installed.dir, "body.json"),
      raw,
    ]);
    try {
      await once(server.stdout, "data");
      const spanMs = (seconds * 1000) / 10;
      const rates = { ours: [] as number[], raw: [] as number[], same: [] as number[] };
      for (let round = 0; round < 5; round++) {
        rates.ours.push(await rateOf(fleet.socket, path, spanMs));
        rates.raw.push(await rateOf(raw, path, spanMs));
        rates.same.push(await rateOfHeads(fleet.socket, path, etag, spanMs));
      }
      const by = "node:http, res.end(bytes) over a Unix socket";
      return [
        {
          name: `GET /v1/sessions, ${size} sessions, ${(body.length / 1024).toFixed(0)} KiB`,
          value: median(rates.ours),
          unit: "a second",
          bound: { by, value: median(rates.raw) },
          budget: { atLeast: 0.8 },
        },
        {
          name: "304s",
          value: median(rates.same),
          unit: "a second",
          bound: null,
          budget: { atLeast: 5000 },
        },
      ];
    } finally {
      server.kill();
    }
  },
};

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function get(socketPath: string, path: string): Promise<{ body: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ body: Buffer.concat(chunks), etag: answer.headers.etag ?? "" }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function rateOf(socket: string, path: string, spanMs: number): Promise<number> {
  let count = 0;
  let running = CONNECTIONS;
  const begun = performance.now();
  for (let at = 0; at < CONNECTIONS; at++) {
    void (async () => {
      while (performance.now() - begun < spanMs) {
        await get(socket, path);
        count++;
      }
      running--;
    })();
  }
  await until(() => running === 0, spanMs + 60_000);
  return count / ((performance.now() - begun) / 1000);
}

/** Of answers without a body, by a client that does next to nothing: Node's own takes longer to ask than we to answer. */
async function rateOfHeads(
  socket: string,
  path: string,
  etag: string,
  spanMs: number,
): Promise<number> {
  const question = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nif-none-match: ${etag}\r\n\r\n`;
  let count = 0;
  const begun = performance.now();
  const ask = async (): Promise<void> => {
    const one = connect(socket);
    one.setEncoding("latin1");
    one.write(question);
    let said = "";
    for await (const chunk of one) {
      said += String(chunk);
      if (!said.endsWith("\r\n\r\n")) continue;
      if (!said.startsWith("HTTP/1.1 304 ")) throw new Error(`Not a 304: ${said}`);
      said = "";
      count++;
      if (performance.now() - begun > spanMs) break;
      one.write(question);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  return count / ((performance.now() - begun) / 1000);
}
