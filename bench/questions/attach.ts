import {
  mkdtempSync,
  openSync,
  closeSync,
  rmSync,
  truncateSync,
  writeSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tailLog } from "../../src/workers/tail.ts";
import { logOf } from "../corpus.ts";
import { bytesRead, spentByChildrenMs, spentMs } from "../cost.ts";
import { median, raceCommands, type Question } from "../measure.ts";

const GIGABYTE = 2 ** 30;

export const attach: Question = {
  name: "attach",
  asks: "attach to a 1 GB transcript: ≤ 50 ms, reads only the tail",
  async run({ rounds }) {
    const dir = mkdtempSync(join(tmpdir(), "ccmux-bench-"));
    try {
      const path = join(dir, "log.jsonl");
      makeLog(path);
      const times: number[] = [];
      const before = bytesRead("self");
      for (let round = 0; round < rounds; round++) {
        times.push(spentMs(() => void attachTo(path)));
      }
      const read = (bytesRead("self") - before) / rounds / 1024;
      const shell = `head -c 262144 ${path} >/dev/null; tail -c 524288 ${path} >/dev/null`;
      const byHand = spentByChildrenMs(
        () => void raceCommands([["/bin/sh", "-c", shell]], { PATH: process.env.PATH! }, rounds),
      );
      const by = "sh -c 'head -c 262144 log; tail -c 524288 log'";
      return [
        {
          name: "attach to a 1 GB transcript",
          value: median(times),
          unit: "ms of CPU",
          bound: null,
          budget: { atMost: 50 },
        },
        {
          name: "attach to a 1 GB transcript, against a shell",
          value: median(times),
          unit: "ms of CPU",
          bound: { by, value: byHand / rounds },
          budget: null,
        },
        {
          name: "bytes read to attach to it",
          value: read,
          unit: "KiB",
          bound: null,
          budget: { atMost: 1024 },
        },
      ];
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

/** A transcript of 1 GB; between its first and last megabyte it has a hole, which nobody should read. */
export function makeLog(path: string): void {
  const lines = logOf("claude", 1 << 20);
  const fd = openSync(path, "w");
  writeSync(fd, lines);
  truncateSync(path, GIGABYTE - lines.length);
  writeSync(fd, lines, 0, lines.length, statSync(path).size);
  closeSync(fd);
}

/** @returns what its end says */
export function attachTo(path: string) {
  const result = tailLog({ agent: "claude", path, nativeId: null, tail: null });
  if (result.state !== "read" || result.more) throw new Error(`attached: ${result.state}`);
  return result.tail;
}
