import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { readPulse } from "../../src/io/pulse.ts";

it("stands still with a process that does nothing, and moves with each line that it reads", async () => {
  const cat = spawn("cat");
  onTestFinished(() => void cat.kill());
  const say = async (line: string): Promise<void> => {
    cat.stdin.write(line);
    await once(cat.stdout, "data");
    await sleep(200);
  };
  await say("warm\n");
  const first = readPulse(cat.pid!);
  await sleep(300);
  expect(readPulse(cat.pid!)).toEqual(first);
  await say("hello\n");
  const second = readPulse(cat.pid!)!;
  expect(second.runs).toBeGreaterThan(first!.runs);
  expect(second.read - first!.read).toBe(6);
});

it("is not known of a process that runs, nor of one that is gone", () => {
  expect(readPulse(process.pid)).toBeNull();
  expect(readPulse(2 ** 22 + 1)).toBeNull();
});
