/** Setup that is killed with SIGKILL before any of its steps on the disk: every file is the old one or the new one. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Task } from "../../src/setup/plan.ts";
import { makeWorld, put, settingsOf, type TestWorld } from "./world.ts";

const CHILD = join(import.meta.dirname, "killed.mjs");
const MINE = '{\n  "model": "opus" // mine\n}\n';
const OTHER = { install: "uninstall", uninstall: "install" } as const;
/** Fewer would mean that the child does not reach what is tested. */
const LEAST_STEPS = { install: 20, uninstall: 8 };

it.each(["install", "uninstall"] as const)(
  "%s",
  async (task) => {
    const full = await installed();
    let step = 1;
    for (; ; step += 1) {
      const world = await prepare(task);
      const path = settingsOf(world, "claude");
      const { signal, status } = spawnSync(process.execPath, [
        CHILD,
        task,
        "claude",
        world.home,
        String(step),
      ]);
      const bytes = readFileSync(path, "utf8").replaceAll(world.home, "HOME");
      expect([MINE, full], `step ${step}`).toContain(bytes);
      const script = stateOf(join(dirname(world.paths.config), "hooks/ccmux-hook.sh"));
      // A hook that is there has its script.
      const hasHooks = bytes.includes("ccmux-hook.sh");
      expect(hasHooks ? ["whole"] : ["none", "whole"], `step ${step}`).toContain(script);

      // The next one goes on from there: to the end that this one had in mind, or back.
      const next = step % 2 === 0 ? task : OTHER[task];
      expect((await world.run(next, ["claude"])).ok).toBe(true);
      const end = next === "install" ? full : MINE;
      expect(readFileSync(path, "utf8").replaceAll(world.home, "HOME"), `step ${step}`).toBe(end);
      expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
      expect([signal, status]).toEqual(signal === null ? [null, 0] : ["SIGKILL", null]);
      if (signal === null) break;
    }
    expect(step).toBeGreaterThan(LEAST_STEPS[task]);
  },
  600_000,
);

function stateOf(script: string): "none" | "whole" | "torn" {
  if (!existsSync(script)) return "none";
  return /^#!\/bin\/sh\n[^]*\|\| rm -f "\$new"\n$/.test(readFileSync(script, "utf8"))
    ? "whole"
    : "torn";
}

async function prepare(task: Task): Promise<TestWorld> {
  const world = makeWorld(null);
  put(settingsOf(world, "claude"), MINE);
  if (task === "uninstall") await world.run("install", ["claude"]);
  return world;
}

async function installed(): Promise<string> {
  const world = await prepare("uninstall");
  return readFileSync(settingsOf(world, "claude"), "utf8").replaceAll(world.home, "HOME");
}
