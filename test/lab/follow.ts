import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { EventJson } from "../../src/core/session.ts";
import type { Lab } from "./lab.ts";

/** What `events --follow --json` has printed so far. */
export interface Followed {
  readonly seen: readonly EventJson[];
  stop(): Promise<void>;
}

export function follow(
  lab: Pick<Lab, "cliPath" | "dir" | "env">,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Followed {
  const child = spawn(lab.cliPath, ["events", "--follow", "--json", ...args], {
    cwd: lab.dir,
    env: { ...lab.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const seen: EventJson[] = [];
  createInterface(child.stdout).on("line", (line) => void seen.push(JSON.parse(line) as EventJson));
  return {
    seen,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
