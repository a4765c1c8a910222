import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { ownProcesses } from "../lab/own-processes.ts";

/** `ROUNDS=100` for the whole of it; a few prove that the test itself works. */
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const AT_ONCE = 8;

const before: Record<string, (lab: Lab, lock: string) => void> = {
  "nothing was there": () => {},
  "a stale lock": (_lab, lock) =>
    writeFileSync(
      lock,
      JSON.stringify({ pid: 4_190_000, startTicks: 7, socket: "/nowhere", version: "0.0.1" }),
    ),
  "a lock with a recycled pid": (_lab, lock) =>
    writeFileSync(
      lock,
      JSON.stringify({ pid: process.pid, startTicks: 7, socket: "/nowhere", version: "0.0.1" }),
    ),
  "a lock that is no JSON": (_lab, lock) => writeFileSync(lock, '{"pid":'),
};

/** Those that serve this home, zombies and losers on their way out not counted. */
async function daemons(lab: Lab): Promise<number[]> {
  let pids: number[] = [];
  // Eight of them load their code on a machine that does much else.
  for (const until = Date.now() + 15_000; Date.now() < until; await sleep(50)) {
    pids = ownProcesses(lab.env.CCMUX_HOME!).filter((pid) =>
      commandOf(pid).includes("daemon\0run"),
    );
    if (pids.length === 1) break;
  }
  return pids;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

it.each(Object.entries(before))(
  `is one daemon, however many start at once: %s (${ROUNDS} rounds of ${AT_ONCE})`,
  async (_what, prepare) => {
    const lab = await createLab();
    const state = `${lab.env.CCMUX_HOME}/state`;
    mkdirSync(state, { recursive: true, mode: 0o700 });
    for (let round = 0; round < ROUNDS; round++) {
      prepare(lab, `${state}/lock`);
      const pids = await Promise.all(Array.from({ length: AT_ONCE }, () => lab.startDaemon()));
      expect(new Set(pids).size, `round ${round}: ${pids.join(" ")}`).toBe(1);
      expect(await daemons(lab)).toEqual([pids[0]]);
      // Half of the rounds end it politely.
      if (round % 2) await lab.cli(["daemon", "stop"]);
      else await lab.stop();
    }
  },
  ROUNDS * 30_000,
);

it(
  `stays the stopped holder's (${ROUNDS} rounds of ${AT_ONCE})`,
  async () => {
    const lab = await createLab();
    const pid = await lab.startDaemon();
    process.kill(pid, "SIGSTOP");
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const starts = await Promise.all(
          Array.from({ length: AT_ONCE }, () => lab.cli(["daemon", "start"])),
        );
        expect(starts.map(({ code }) => code)).toEqual(Array(AT_ONCE).fill(69));
        expect(await daemons(lab)).toEqual([pid]);
      }
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(await lab.daemonPid()).toBe(pid);
  },
  ROUNDS * 30_000,
);
