// Runs setup's own code, and kills itself before its n-th step on the disk.
// killed.mjs install|uninstall AGENT HOME N
import fs from "node:fs";
import { resolvePaths } from "../../src/core/paths.ts";
import { apply } from "../../src/setup/apply.ts";
import { survey } from "../../src/setup/survey.ts";

const [task, agent, home, n] = process.argv.slice(2);
const STEPS = /^(?:open|writeFile|fchmod|fchown|fsync|close|rename|rm|rmdir|mkdir)Sync$/;
let left = Number(n);
const disk = new Proxy(fs, {
  get: (all, name) =>
    typeof name === "string" && STEPS.test(name)
      ? (...args) => {
          left -= 1;
          if (left === 0) process.kill(process.pid, "SIGKILL");
          return all[name](...args);
        }
      : all[name],
});
const env = { HOME: home, PATH: "/usr/bin:/bin" };
const world = { disk, env, home, paths: resolvePaths(env, home), uid: process.getuid() };
const failures = apply(world, await survey(world, task, [agent]));
process.exitCode = failures.size;
