/** Setup that is killed with SIGKILL before any of its steps on the disk: every file is the old one or the new one. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Task } from "../../src/setup/plan.ts";
import { makeWorld, put, settingsOf, type TestWorld } from "./world.ts";

const CHILD = join(import.meta.dirname, "killed.mjs");
const MINE = '{\n  "model": "opus" // mine\n}\n';
/** Fewer would mean that the child does not reach what is tested. */
const LEAST_STEPS = { install: 20, uninstall: 8 };

it.each(["install", "uninstall"] as const)(
  "%s",
  async (task) => {
    const before = task === "install" ? MINE : await installed();
    const after = task === "install" ? await installed() : MINE;
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
      expect([before, after], `step ${step}`).toContain(bytes);
      const script = join(dirname(world.paths.config), "hooks/ccmux-hook.sh");
      if (existsSync(script))
        expect(readFileSync(script, "utf8")).toMatch(/^#!\/bin\/sh\n[^]*\|\| rm -f "\$new"\n$/);
      // A hook that is there has its script.
      if (bytes.includes("ccmux-hook.sh")) expect(existsSync(script), `step ${step}`).toBe(true);

      // The next one goes on from there, to either end.
      expect((await world.run(task, ["claude"])).ok).toBe(true);
      expect(readFileSync(path, "utf8").replaceAll(world.home, "HOME")).toBe(after);
      expect((await world.run("uninstall", ["claude"])).ok).toBe(true);
      expect(readFileSync(path, "utf8")).toBe(MINE);
      expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
      if (signal === null) {
        expect(status).toBe(0);
        break;
      }
      expect(signal).toBe("SIGKILL");
    }
    expect(step).toBeGreaterThan(LEAST_STEPS[task]);
  },
  600_000,
);

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
