import { createServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { listenTcp } from "../../src/api/tcp.ts";
import { exchange } from "../lab/exchange.ts";
import { serve } from "./served.ts";

/** On a machine that does much else. */
const SOON = { timeout: 15_000 };

it("a taken port is tried again, and opened once it is free", async () => {
  const { app, context } = await serve();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const heard: (string | null)[] = [];
  const door = listenTcp(app, {
    port,
    token: () => "t",
    counts: context.counts,
    onTrouble: (reason) => void heard.push(reason),
    retryMs: 50,
  });
  await expect.poll(() => heard.length, SOON).toBeGreaterThan(1);
  expect(new Set(heard)).toEqual(new Set([`127.0.0.1:${port}: taken by another program`]));
  await new Promise((resolve) => other.close(resolve));
  await expect.poll(() => heard.at(-1), SOON).toBeNull();
  const ask = `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`;
  expect((await exchange(port, `${ask}\r\n`)).status).toBe(401);
  expect((await exchange(port, `${ask}Authorization: Bearer t\r\n\r\n`)).status).toBe(200);
  await door.close(0);
  await expect(exchange(port, `${ask}\r\n`)).rejects.toThrow("ECONNREFUSED");
});
