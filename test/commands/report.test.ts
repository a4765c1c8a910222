import { describe, expect, it } from "vitest";
import { ok } from "../../src/commands/_check.ts";
import { makeReport, redact } from "../../src/commands/_report.ts";
import { toJson } from "../../src/core/session.ts";
import { session } from "../session.ts";

const OURS = { home: "/home/ada", user: "ada" };

describe("what is hidden", () => {
  it.each([
    ["/home/ada/.config/ccmux/ccmux.json: bad", "~/.config/ccmux/ccmux.json: bad"],
    ["in /home/ada/secret-client/app, twice", "in ~/…, twice"],
    ["/home/adam/x", "<path>"],
    ["/srv/clients/acme (mode 755)", "<path> (mode 755)"],
    ["/proc can be read, and /usr/bin/tmux too", "/proc can be read, and /usr/bin/tmux too"],
    ['scanMs: "my prompt" is no number', 'scanMs: "…" is no number'],
    [`token ${"a1B-".repeat(9)}`, "token <long>"],
    ["owner ada, not adam", "owner <user>, not adam"],
    ["pid 12 is stopped by a signal", "pid 12 is stopped by a signal"],
  ])("%j is told as %j", (text, told) => {
    expect(redact(text, OURS)).toBe(told);
  });
});

it("a report counts kinds of rows, and has nothing of their own in it", () => {
  const row = toJson(
    session("claude-abcdefgh", {
      version: "2.1.332",
      status: "waiting",
      project: "secret-project",
      cwd: "/home/ada/secret-project",
      title: "secret title",
      lastPrompt: "secret prompt",
      branch: "secret-branch",
      transcript: "/home/ada/.claude/projects/secret.jsonl",
      pane: { id: "%0", server: "/tmp/secret", target: "secret:0.0", tty: "", title: "secret" },
    }),
  );
  const report = makeReport(
    {
      checks: [ok("config", "/home/ada/.config/ccmux/ccmux.json")],
      health: null,
      sessions: [row, row],
    },
    { TERM: "tmux-256color", ANTHROPIC_API_KEY: "secret-key", HOME: "/home/ada" },
    "/home/ada",
  );
  expect(report).toMatchObject({
    terminal: { TERM: "tmux-256color", LANG: null },
    checks: [{ name: "config", state: "ok", message: "~/.config/ccmux/ccmux.json" }],
    sessions: { "claude 2.1.332 waiting by screen, bound by tty": 2 },
  });
  expect(JSON.stringify(report)).not.toMatch(/secret|abcdefgh|\/home/);
});
