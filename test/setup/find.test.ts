import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findFolders } from "../../src/setup/find.ts";
import { knownAgents } from "../../src/setup/survey.ts";

it("an agent whose folder can't be looked at has none, and the others have theirs", () => {
  const home = fs.mkdtempSync(join(tmpdir(), "cm-"));
  onTestFinished(() => fs.rmSync(home, { recursive: true }));
  fs.symlinkSync("loop", join(home, "loop"));
  fs.mkdirSync(join(home, "other"));
  const claude = knownAgents().find(({ agent }) => agent.name === "claude")!;
  const running = ["loop/x", "other"].map((name) => ({ CLAUDE_CONFIG_DIR: join(home, name) }));
  expect(findFolders(fs, claude, {}, home, running)).toEqual([
    join(home, ".claude"),
    join(home, "other"),
  ]);
});
