import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { readArgv } from "../../src/io/proc.ts";
import { scanProc } from "../../src/workers/processes-proc.ts";

const scan = (known: readonly number[], glance: { pid: number; mark: string }[] = []) =>
  scanProc({ known: Int32Array.from(known), verify: [], glance });

it("at a glance a process is read anew only when it runs another program, or was stopped", async () => {
  const shell = spawn("sh", ["-c", "read go; exec sleep 60"]);
  onTestFinished(() => void shell.kill("SIGKILL"));
  await sleep(200);
  const pid = shell.pid!;
  const all = scan([]).read;
  const others = all.map((info) => info.pid);
  const { mark } = all.find((info) => info.pid === pid)!;
  const readOf = (before: string) =>
    scan(others, [{ pid, mark: before }]).read.filter((info) => info.pid === pid);
  expect(readOf(mark!)).toEqual([]);

  shell.stdin.write("go\n");
  for (let at = 0; at < 100 && readArgv(pid)[0] !== "sleep"; at++) await sleep(50);
  const [now] = readOf(mark!);
  expect(now?.mark).not.toBe(mark);
  expect(readOf(now!.mark!)).toEqual([]);

  shell.kill("SIGSTOP");
  await sleep(100);
  expect(readOf(now!.mark!)).toMatchObject([{ stopped: true }]);
});

it("a process that has ended is gone, glanced at or not; one that nobody asks about is not read", async () => {
  const child = spawn("sleep", ["60"]);
  await sleep(100);
  const pid = child.pid!;
  const known = scan([]).read;
  const pids = known.map((info) => info.pid);
  expect(scan(pids).read.filter((info) => pids.includes(info.pid))).toEqual([]);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("exit", resolve));
  const { mark } = known.find((info) => info.pid === pid)!;
  for (const glance of [[], [{ pid, mark: mark! }]]) expect(scan(pids, glance).gone).toContain(pid);
});
