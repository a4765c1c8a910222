import { expect, it } from "vitest";
import { parseStat, readStat } from "../../src/io/proc.ts";

const stat = (comm: string, tty = 34_820): string =>
  `77 (${comm}) S 70 77 70 ${tty} 77 4194304 1 0 0 0 5 6 0 0 20 0 1 0 123456 1000 100 18446744073709551615 5 6 140721`;

it("reads what it needs, whatever the process calls itself", () => {
  for (const comm of ["claude", "a) S 1 (b", "tmux: server", ""]) {
    expect(parseStat(stat(comm))).toEqual({
      pid: 77,
      comm,
      state: "S",
      ppid: 70,
      pgrp: 77,
      session: 70,
      tty: "pts/4",
      tpgid: 77,
      startTicks: 123_456,
      stack: "140721",
    });
  }
});

it.each([
  [0, null],
  [34_816, "pts/0"],
  [34_816 + 255, "pts/255"],
  [(1 << 20) | 0x8800, "pts/256"],
  [0x0401, "tty1"],
  [0x0501, null],
])("device %d is %s", (device, name) => {
  expect(parseStat(stat("x", device))!.tty).toBe(name);
});

it.each(["", "77", "77 (x", "(x) S", "x (y) S 1"])("%j is no stat line", (line) => {
  expect(parseStat(line)).toBeNull();
});

it("reads this very process", () => {
  expect(readStat(process.pid)).toMatchObject({ pid: process.pid, ppid: process.ppid });
  expect(readStat(2 ** 22 + 1)).toBeNull();
});
