import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findTellers } from "../../src/commands/_tellers.ts";
import { setupWorld } from "../../src/commands/_world.ts";
import { toJson } from "../../src/core/session.ts";
import type { AgentPlan } from "../../src/setup/survey.ts";
import { session } from "../session.ts";

it("one whose settings can't be looked at has no hooks of ours, and is no reason to end", async () => {
  const home = mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  symlinkSync("loop", join(home, "loop"));
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, "loop/x") };
  const agent = spawn("/bin/sleep", ["60"], { env });
  onTestFinished(() => void agent.kill());
  const rows = [toJson(session("claude-a", { pid: agent.pid! }))];
  const plans = [{ agent: "claude", title: "Claude Code", files: [] }] as unknown as AgentPlan[];
  const reader = { folder: join(home, "markers"), follows: true };
  expect(await findTellers(setupWorld(), plans, rows, reader)).toEqual([]);
});
