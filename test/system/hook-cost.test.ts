import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeHome, readMarker, SCRIPT } from "../setup/hook.ts";

it("a hook starts its shell and four programs: seen by strace", () => {
  execFileSync("strace", ["-V"]); // A missing tool fails here, and is not skipped.
  const { home, markers } = makeHome();
  const log = join(home, "strace.log");
  const args = ["-f", "-qq", "-e", "trace=execve", "-o", log, SCRIPT, "claude", "Stop"];
  const env = { PATH: process.env["PATH"], CCMUX_HOME: home };
  const { status } = spawnSync("strace", args, { env, input: '{"session_id":"x"}' });
  expect(status).toBe(0);
  expect(readMarker(markers).name).toBe("claude-x.json");
  const started = readFileSync(log, "utf8").match(/execve\("[^"]*\/([^"/]+)".*= 0$/gm) ?? [];
  expect(started, started.join("\n")).toHaveLength(5);
});
