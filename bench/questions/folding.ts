import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_LOG } from "../../src/pipeline/fold-log.ts";
import { tailLog, type LogTail } from "../../src/workers/tail.ts";
import { spentMs } from "../cost.ts";
import { AGENTS, logOf, worklogOf } from "../corpus.ts";
import { median, type Figure, type Question } from "../measure.ts";

const BYTES = 32 << 20;

export const folding: Question = {
  name: "folding",
  asks: "log folding: ≥ 200 MB/s per thread, lines that can matter are parsed, others skipped by a byte test",
  async run({ rounds }) {
    const dir = mkdtempSync(join(tmpdir(), "ccmux-bench-"));
    const times = Math.max(3, Math.ceil(rounds / 10));
    try {
      return AGENTS.flatMap((agent): Figure[] => {
        const measure = (name: string, bytes: Buffer): [mbPerS: number, bound: number] => {
          const path = join(dir, `${agent}-${name}.jsonl`);
          writeFileSync(path, bytes);
          const rates = Array.from({ length: times }, () => [
            rateOf(path, () => foldAll(agent, path)),
            rateOf(path, () => parseAll(path)),
          ]);
          return [median(rates.map(([fold]) => fold!)), median(rates.map(([, parse]) => parse!))];
        };
        const by = "node: every line through JSON.parse";
        const [work, workBound] = measure("work", worklogOf(agent, BYTES));
        const [dense, denseBound] = measure("dense", logOf(agent, BYTES >> 2));
        const unit = "MB/s of CPU";
        return [
          {
            name: `${agent}'s log with tool outputs`,
            value: work,
            unit,
            bound: null,
            budget: { atLeast: 200 },
          },
          {
            name: `${agent}'s log with tool outputs, against parsing`,
            value: work,
            unit,
            bound: { by, value: workBound },
            budget: null,
          },
          {
            name: `${agent}'s log, recorded lines only`,
            value: dense,
            unit,
            bound: { by, value: denseBound },
            budget: null,
          },
        ];
      });
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

function rateOf(path: string, read: () => void): number {
  return statSync(path).size / 1e6 / (spentMs(read) / 1000);
}

/** Reads a log from its first line, as a thread does with one that grows. */
export function foldAll(agent: string, path: string): LogTail {
  const { dev, ino } = statSync(path);
  // As if it had been empty a moment ago: one that was never seen is read from near its end.
  let tail = { ...EMPTY, dev, ino } as LogTail;
  for (;;) {
    const result = tailLog({ agent, path, nativeId: null, tail });
    if (result.state !== "read") throw new Error(`folding: ${result.state}`);
    tail = result.tail;
    if (!result.more) return tail;
  }
}

function parseAll(path: string): void {
  for (const line of readFileSync(path, "utf8").split("\n")) if (line) JSON.parse(line);
}

const EMPTY = { offset: 0, size: 0, mtimeMs: 0, skipping: false, log: NO_LOG };
