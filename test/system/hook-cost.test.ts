import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeHome, readMarker, SCRIPT } from "../setup/hook.ts";
import { COMMANDED, storedCommands } from "../setup/stored.ts";
import { makeWorld } from "../setup/world.ts";

it("a hook starts its shell and four programs: seen by strace", () => {
  execFileSync("strace", ["-V"]); // A missing tool fails here, and is not skipped.
  const { home, markers } = makeHome();
  const log = join(home, "strace.log");
  // A file for each process: in a common one, calls of two that overlap are cut in pieces.
  const args = ["-ff", "-qq", "-e", "trace=execve", "-o", log, SCRIPT, "claude", "Stop"];
  const env = { PATH: process.env["PATH"], CCMUX_HOME: home };
  const { status } = spawnSync("strace", args, { env, input: '{"session_id":"x"}' });
  expect(status).toBe(0);
  expect(readMarker(markers).name).toBe("claude-x.json");
  const started = readLogs(home).match(/execve\("[^"]*\/([^"/]+)".*= 0$/gm) ?? [];
  expect(started, started.join("\n")).toHaveLength(5);
});

function readLogs(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith("strace.log"));
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
}

/** The least that any hook does which leaves a whole file behind. */
const LEAST = 'cat >"$0"; mv "$0" "$1"';
/** As the design has it. */
const MOST_TIMES = 3;
const ROUNDS = 40;

it.each(COMMANDED)("the hooks of %s cost at most three times the least", async (agent) => {
  const world = makeWorld();
  await world.run("install", [agent]);
  const [command] = storedCommands(world, agent).values();
  const [file, target] = [join(world.home, "f"), join(world.home, "g")];
  const input = readFileSync(join(import.meta.dirname, "../rig/hooks/claude/Stop.json"));
  const time = (args: string[]): number => {
    const began = performance.now();
    expect(spawnSync("/bin/sh", args, { env: world.env as NodeJS.ProcessEnv, input }).status).toBe(
      0,
    );
    return performance.now() - began;
  };
  // By turns, and the best of each: what else the machine does strikes both, and only ever adds.
  const least: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    least.push(time(["-c", LEAST, file, target]));
    ours.push(time(["-c", command!]));
  }
  const ratio = Math.min(...ours) / Math.min(...least);
  expect(ratio, `${ratio.toFixed(2)} times`).toBeLessThanOrEqual(MOST_TIMES);
});

it.each(COMMANDED)(
  "on a disk that is full, and in a folder that is read-only, the hooks of %s say nothing",
  async (agent) => {
    const world = makeWorld();
    await world.run("install", [agent]);
    const [command] = storedCommands(world, agent).values();
    const disk = join(world.home, "disk");
    mkdirSync(join(disk, "session-pids"), { recursive: true });
    const env = { ...world.env, CCMUX_HOME: disk } as NodeJS.ProcessEnv;
    const run = () => {
      const input = `{"session_id":"x","y":"${"z".repeat(60_000)}"}`;
      const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command!], {
        env,
        input,
        encoding: "utf8",
      });
      return { status, stdout, stderr, left: readdirSync(join(disk, "session-pids")) };
    };
    const silent = { status: 0, stdout: "", stderr: "", left: [] };
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", disk]);
    try {
      mkdirSync(join(disk, "session-pids"));
      spawnSync("dd", ["if=/dev/zero", `of=${disk}/fill`, "bs=4k"]);
      expect(run()).toEqual(silent);
      execFileSync("mount", ["-o", "remount,ro", disk]);
      expect(run()).toEqual(silent);
    } finally {
      execFileSync("umount", [disk]);
    }
  },
);
