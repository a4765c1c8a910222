import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessRef } from "../core/types.ts";

/**
 * The stage's own look at processes. It shares no line with what finds agents for the daemon: an
 * expectation read with the code under test proves nothing.
 */
export interface ProcessFacts extends ProcessRef {
  /** Leader of its terminal's foreground process group, -1 without a terminal. */
  foreground: number;
  argv0: string;
}

const HAS_PROC = existsSync("/proc/self/stat");

/** What can be seen of these processes; those that ended, zombies too, are left out. */
export function look(pids: readonly number[]): Map<number, ProcessFacts> {
  const facts = HAS_PROC ? pids.flatMap((pid) => lookInProc(pid) ?? []) : lookWithPs(pids);
  return new Map(facts.map((fact) => [fact.pid, fact]));
}

export function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    // macOS, and a kernel that was built without that file.
    const { stdout } = spawnSync("ps", ["-axo", "ppid=,pid="], { encoding: "utf8" });
    const rows = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
    return rows.flatMap(([parent, child]) => (parent === pid ? [child!] : []));
  }
}

/** Those of them that still run: the same start time, not only the same pid. */
export function stillRunning(refs: readonly ProcessRef[]): ProcessRef[] {
  const facts = look(refs.map(({ pid }) => pid));
  return refs.filter(({ pid, startTicks }) => facts.get(pid)?.startTicks === startTicks);
}

export function isRunning(ref: ProcessRef): boolean {
  return stillRunning([ref]).length > 0;
}

/** Sends a signal to this very process, never to one that has its pid by now. */
export function signal(ref: ProcessRef, name: NodeJS.Signals): void {
  if (!isRunning(ref)) return;
  try {
    process.kill(ref.pid, name);
  } catch {
    // It ended between the look and the call.
  }
}

/** Resolves when all of them are gone; throws when one is still there after `timeoutMs`. */
export async function awaitEnd(refs: readonly ProcessRef[], timeoutMs: number): Promise<void> {
  let left = stillRunning(refs);
  for (const deadline = Date.now() + timeoutMs; left.length > 0; left = stillRunning(left)) {
    if (Date.now() > deadline) throw new Error(`Process ${left[0]!.pid} did not end`);
    await sleep(20);
  }
}

function lookInProc(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name stands in brackets and may hold brackets and spaces: the last one ends it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    const [argv0 = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1);
    return { pid, foreground: Number(fields[5]), startTicks: Number(fields[19]), argv0 };
  } catch {
    return null;
  }
}

/** Where there is no `/proc` (macOS), for the demo: start times are epoch milliseconds there, whole seconds. */
function lookWithPs(pids: readonly number[]): ProcessFacts[] {
  if (pids.length === 0) return [];
  const columns = ["pid=", "stat=", "tpgid=", "lstart=", "args="].flatMap((name) => ["-o", name]);
  const { stdout } = spawnSync("ps", [...columns, "-p", pids.join(",")], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid, stat, foreground, ...rest] = line.trim().split(/\s+/);
    if (!pid || stat?.startsWith("Z")) return [];
    const startTicks = Date.parse(rest.slice(0, 5).join(" "));
    return { pid: Number(pid), foreground: Number(foreground), startTicks, argv0: rest[5] ?? "" };
  });
}
