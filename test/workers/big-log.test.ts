import { appendFileSync, closeSync, openSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tailLog, type LogTail } from "../../src/workers/tail.ts";
import { scratch } from "./scratch.ts";

const MEGABYTE = 1 << 20;
const line = (text: string): string =>
  `${JSON.stringify({ type: "user", uuid: text, timestamp: new Date().toISOString(), message: { role: "user", content: text } })}\n`;

/** Bytes that this process has read so far. */
const bytesRead = (): number =>
  Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))![1]);

function read(path: string, tail: LogTail | null): LogTail {
  const result = tailLog({ agent: "claude", path, nativeId: null, tail });
  if (result.state !== "read") throw new Error(`the log is ${result.state}`);
  return result.tail;
}

it("FR-073 reads of a log of 200 MB what is appended, and no more, however often", () => {
  const path = join(scratch(), "log.jsonl");
  closeSync(openSync(path, "w"));
  truncateSync(path, 200 * MEGABYTE);
  appendFileSync(path, `\n${line("first")}`);

  const begun = bytesRead();
  let tail = read(path, null);
  // A hole has no line's end: it was looked into at its beginning and at its end.
  expect(bytesRead() - begun).toBeLessThan(MEGABYTE);
  expect(tail.log.lastPrompt).toBe("first");

  const before = bytesRead();
  let appended = 0;
  for (let turn = 0; turn < 300; turn++) {
    const more = line(`turn ${turn}`);
    appendFileSync(path, more);
    appended += more.length;
    tail = read(path, tail);
    expect(tail.log.lastPrompt).toBe(`turn ${turn}`);
  }
  // One byte before each append is looked at too; and the count of bytes itself is read.
  expect(bytesRead() - before).toBeLessThan(appended + 300 * 8 + 4096);
});
