import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../src/io/client.ts";
import type { SnapshotJson } from "../src/core/session.ts";
import { createFleet, type Installed } from "./fleet.ts";
import type { Figure } from "./measure.ts";

interface Health {
  pid: number;
  counters: Record<string, number>;
}

/** Design 11: how soon the first list is complete, and what an idle fleet costs. */
export async function benchScan(
  size: number,
  seconds: number,
  installed: Installed,
): Promise<Figure[]> {
  const fleet = await createFleet(size, installed);
  const socket = `${fleet.env.CCMUX_HOME}/run/ccmux.sock`;
  try {
    const start = performance.now();
    fleet.startDaemon();
    const first = await complete(socket, size, start);
    await sleep(3000);
    const before = await health(socket);
    const cpuBefore = cpuMs(before.pid);
    await sleep(seconds * 1000);
    const after = await health(socket);
    const cpu = (cpuMs(after.pid) - cpuBefore) / seconds;
    const scans = after.counters.scans! - before.counters.scans!;
    const perScan = (name: string): number =>
      (after.counters[name]! - before.counters[name]!) / scans;
    return [
      {
        name: `start to first complete list, ${size} sessions`,
        value: first,
        unit: "ms",
        bound: null,
        budget: 2000,
      },
      {
        name: `idle, daemon and its children, ${size} sessions`,
        value: cpu / 10,
        unit: "% of a core",
        bound: null,
        budget: 3,
      },
      {
        name: "tmux clients in a steady scan",
        value: perScan("lists") + perScan("captureClients"),
        unit: "",
        bound: null,
        budget: 2,
      },
      {
        name: "captures in a steady scan",
        value: perScan("captures"),
        unit: "",
        bound: null,
        budget: 0,
      },
      {
        name: `resident memory, ${size} sessions`,
        value: residentMb(after.pid),
        unit: "MB",
        bound: null,
        budget: 150,
      },
    ];
  } finally {
    await fleet.close();
  }
}

async function complete(socket: string, size: number, start: number): Promise<number> {
  for (;;) {
    try {
      const { sessions } = JSON.parse(
        await request(socket, { path: "/v1/sessions" }),
      ) as SnapshotJson;
      if (sessions.length === size && sessions.every(({ status }) => status !== "unknown"))
        return performance.now() - start;
    } catch {
      // It does not listen yet.
    }
    await sleep(10);
  }
}

async function health(socket: string): Promise<Health> {
  return JSON.parse(await request(socket, { path: "/v1/health" })) as Health;
}

/** User and system time of a process and of its children that have ended, in milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ");
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * 10;
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}
