import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { identify } from "../../src/agents/_identify.ts";

// What the agents' own examples cannot say: `comm`, and what is none of them.
describe("comm", () => {
  it.each<[string, string, readonly string[], string | null]>([
    ["tells where a script does not", "omp", ["bun", "/opt/omp/start.js"], "omp"],
    ["of Node 24 says nothing", "MainThread", ["node", "/opt/gemini/.bin/gemini"], "gemini"],
    ["alone is no proof", "claude", ["/usr/bin/perl", "rename.pl"], null],
    ["alone, without arguments, is no proof", "claude", [], null],
    ["of a dead process is no proof", "claude", [""], null],
  ])("%s", (_what, comm, argv, agent) => {
    expect(identify(argv, comm)).toBe(agent);
  });
});

it.each([
  ["vim", "notes-about-claude.md"],
  ["tail", "-f", "codex.log"],
  ["less", "share/gemini.txt"],
  ["npm", "exec", "gemini-grounding"],
  ["npm exec @google/gemini-cli"],
  ["gh", "copilot", "explain"],
  ["sh", "-c", "claude --resume"],
  ["bash", "-lc", "codex"],
  ["sudo", "-u", "dev", "claude"],
  ["tmux", "new-session", "claude"],
  ["ssh", "host", "claude"],
  ["node", "/home/dev/tool.js", "/opt/agents/gemini/node_modules/.bin/gemini"],
  ["node", "-e", "require('/bin/codex')"],
  ["claude-squad"],
  ["codex-acp"],
  ["my-claude"],
  ["/home/claude/bin/zsh"],
  ["/opt/codex/bin/python", "pi"],
  ["node"],
  ["node", "--version"],
])("is no agent: %s %s %s %s", (...argv) => {
  expect(identify(argv, "MainThread")).toBeNull();
});

it("takes a script behind flags, with or without values", () => {
  const script = "/opt/agents/gemini/node_modules/.bin/gemini";
  expect(identify(["node", "-r", "/opt/hook.js", script], "")).toBe("gemini");
  expect(identify(["node", "--no-warnings", "--max-old-space-size=1", script], "")).toBe("gemini");
  expect(identify(["node", "-r", script, "/opt/server.js"], "")).toBeNull();
});

it("never throws", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), fc.string(), (argv, comm) => {
      expect([null, ...agents.keys()]).toContain(identify(argv, comm));
    }),
  );
});
