import { readdirSync, readFileSync } from "node:fs";

/**
 * Processes that run with this `CCMUX_HOME`, which no other process on the machine has: a daemon
 * that detached itself for good can be found in no other way when it does not answer. Linux only.
 */
export function ownProcesses(home: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      return environment.includes(`CCMUX_HOME=${home}`) ? [Number(name)] : [];
    } catch {
      return []; // Ended meanwhile, or another user's.
    }
  });
}

/** Ends them, and returns when they are gone. */
export async function endOwnProcesses(home: string, graceMs = 5000): Promise<void> {
  const deadline = Date.now() + graceMs;
  for (let pids = ownProcesses(home); pids.length > 0; pids = ownProcesses(home)) {
    for (const pid of pids) {
      // SIGCONT, because a test may have stopped it, and then it would not hear the other.
      const signals =
        Date.now() < deadline ? (["SIGTERM", "SIGCONT"] as const) : (["SIGKILL"] as const);
      for (const signal of signals) {
        try {
          process.kill(pid, signal);
        } catch {
          // Gone between the look and the call.
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
