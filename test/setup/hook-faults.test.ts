/** Every command that setup stores, as its agent would run it, where things are wrong: exit 0 and no word. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDED, storedCommands } from "./stored.ts";
import { makeWorld, type TestWorld } from "./world.ts";

const SILENT = { status: 0, stdout: "", stderr: "" };

async function install(agent: string): Promise<[TestWorld, [event: string, command: string][]]> {
  const world = makeWorld();
  expect((await world.run("install", [agent])).ok).toBe(true);
  const commands = [...storedCommands(world, agent)];
  expect(commands.length).toBeGreaterThan(1);
  return [world, commands];
}

function run({ env }: TestWorld, command: string, input: string | Buffer) {
  const options = { env: env as NodeJS.ProcessEnv, input, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], options);
  return { status, stdout, stderr };
}

describe.each(COMMANDED)("%s", (agent) => {
  it("FR-056: takes no event's answer for an opinion: there is none", async () => {
    const [world, commands] = await install(agent);
    for (const [event, command] of commands)
      expect([event, run(world, command, `{"session_id":"${event}"}`)]).toEqual([event, SILENT]);
    expect(readdirSync(world.paths.markers)).toHaveLength(commands.length);
  });

  it("FR-055: a pipe that stays open holds nothing up", async () => {
    const [world, [first]] = await install(agent);
    for (const given of ["", '{"session_id":"held"}']) {
      const began = performance.now();
      const hook = spawn("/bin/sh", ["-c", first![1]], { env: world.env as NodeJS.ProcessEnv });
      hook.stdin.write(given);
      expect(await once(hook, "exit")).toEqual([0, null]);
      // By itself it takes 0.8 s; the rest is for a machine that has other things to do.
      expect(performance.now() - began).toBeLessThan(10_000);
      hook.stdin.end();
    }
    expect(readdirSync(world.paths.markers)).toContain(`${agent}-held.json`);
  });

  it("a megabyte, a full disk, a folder that is gone or is none", async () => {
    const [world, [first]] = await install(agent);
    const [, command] = first!;
    const megabyte = Buffer.from(`{"session_id":"big","x":"${"y".repeat(1 << 20)}"}`);
    expect(run(world, command, megabyte)).toEqual(SILENT);
    expect(readdirSync(world.paths.markers)).toEqual([`${agent}-big.json`]);

    rmSync(world.paths.markers, { recursive: true });
    mkdirSync(world.paths.markers);
    // No file may grow: what a full disk does, without a disk.
    expect(run(world, `trap '' XFSZ; ulimit -f 0; ${command}`, "{}")).toEqual(SILENT);
    expect(readdirSync(world.paths.markers)).toEqual([]);

    rmSync(world.paths.markers, { recursive: true });
    writeFileSync(world.paths.markers, "");
    expect(run(world, command, "{}")).toEqual(SILENT);
    for (const CCMUX_HOME of ["/proc", "/dev/null", `${world.home}/gone`])
      expect(run({ ...world, env: { ...world.env, CCMUX_HOME } }, command, "{}")).toEqual(SILENT);
  });
});
