/** What went wrong for people with tools like this one, as far as a screen or a process shows it. */
import { describe, expect, it } from "vitest";
import { identify } from "../../src/agents/_identify.ts";
import { agents } from "../../src/agents/index.ts";

const rule = "─".repeat(80);

function claude(screen: string) {
  return agents.get("claude")!.screen!.read({
    lines: screen.split("\n"),
    title: "✳ Claude Code",
    project: "project",
  });
}

const composer = (footer = "  ⏸ manual mode on · ? for shortcuts", draft = "") =>
  `\n${rule}\n❯\u00a0${draft}\n${rule}\n${footer}`;

describe("FR-001 Esc leaves the row on working", () => {
  it("is idle at an interrupted line, an empty composer and no spinner", () => {
    const { status, composer: input } = claude(
      `● word1 word2\n  ⎿  Interrupted · what next?\n${composer()}`,
    );
    expect({ status, input }).toEqual({ status: "idle", input: "empty" });
  });

  it("is working while a spinner counts", () => {
    const { status } = claude(
      `  ⎿  Interrupted · what next?\n\n✻ Baking… (4s · ↓ 9 tokens)\n${composer()}`,
    );
    expect(status).toBe("working");
  });

  it.each([
    [`╭${"─".repeat(40)}╮\n│ ❯${" ".repeat(38)}│\n╰${"─".repeat(40)}╯`],
    [`╭${"─".repeat(40)}╮\n│ >${" ".repeat(38)}│\n╰${"─".repeat(40)}╯\n  ? for shortcuts`],
    [`${rule}\n> \n${rule}`],
  ])("knows other drawings of an empty composer", (input) => {
    const reading = claude(`  ⎿  Interrupted · what next?\n\n${input}`);
    expect(reading).toMatchObject({ status: "idle", composer: "empty" });
  });
});

it.each(["Opus 5.5 | ctx 45%", "  Opus 5.5 | ctx 45%", "project on main\n$0.42 spent"])(
  "a status line of one's own takes nothing away: %s",
  (own) => {
    expect(claude(`● done\n${composer(`${own}\n  ? for shortcuts`)}`).status).toBe("idle");
    expect(claude(`● done\n${composer(own)}`).status).toBe("idle");
  },
);

it.each(["$", "dev@host:~/project$", "host%", "[1]+  Stopped  claude\n~/project ❯"])(
  "a shell's prompt below takes everything away: %s",
  (prompt) => {
    const reading = claude(`✻ Baking… (4s)\n${composer()}\n${prompt}`);
    expect(reading).toMatchObject({ status: "unknown", composer: "none", titleSpeaks: false });
  },
);

describe("FR-003 a turn ends through an API failure", () => {
  it("is idle with the reason beside it, although no hook speaks", () => {
    const reading = claude(`❯ go on\n\n● API Error: 529 Overloaded\n${composer()}`);
    expect(reading).toMatchObject({ status: "idle", lastError: { code: "api_error" } });
    expect(reading.lastError?.text).toContain("529 Overloaded");
  });

  it("tells a rate limit from another failure", () => {
    const reading = claude(`❯ go on\n\n● API Error: 429 rate limit reached\n${composer()}`);
    expect(reading.lastError?.code).toBe("rate_limit");
  });
});

it.each(["●", "⏺", "  ⎿ "])("FR-084 Long limits treated as short hiccups: %s", (sign) => {
  const text = "You've hit your limit · resets 6:30pm";
  const reading = claude(`❯ go on\n\n${sign} ${text}\n${composer()}`);
  expect(reading).toMatchObject({ status: "idle", lastError: { code: "rate_limit", text } });
});

describe("FR-004 Past-tense summary read as a live spinner", () => {
  it.each([
    "✻ Baked for 1m 19s · 4 files",
    "✻ Churned for 12s · done 10:13 AM",
    "✻ Cogitated for 0s",
    "* Sautéed for 1h 2m 3s",
    "✶ Worked for 3s · thinking about more…",
    "✻ Conversation compacted (ctrl+o for history)",
  ])("is idle: %s", (summary) => {
    expect(claude(`● done\n\n${summary}\n${composer()}`).status).toBe("idle");
  });

  it("says what it refused", () => {
    expect(claude(`✻ Baked for 1m 19s\n${composer()}`).refused).toEqual([
      { rule: "spinner", because: expect.stringContaining("past tense") },
    ]);
  });
});

it.each([
  "✻ Philosophizing… (3s · ↓ 5 tokens)",
  "✻ Compiling… (4m 12s · ↓ 1.2k tokens)",
  "· Improvising…",
  "✶ Fix the login form… (2m 3s · ↑ 2.1k tokens)\n  ⎿  ☒ read\n     ☐ write\n     ☐ test",
  "* Working... (12s)",
])("FR-005 Footer hint dropped in a new release: %s", (spinner) => {
  expect(claude(`● word1\n\n${spinner}\n${composer("  ⏸ manual mode on")}`).status).toBe("working");
});

describe("FR-006 Idle while background jobs run", () => {
  it.each<[string, number | null]>([
    ["  ⏵⏵ accept edits on · 2 shells · ? for shortcuts", 2],
    ["  2 shells · ? for shortcuts", 2],
    ["  ⏸ manual mode on · 1 shell, 1 monitor", 1],
    ["  ⏸ manual mode on · 1 bash · 2 background tasks", 3],
    ["  ⏸ manual mode on · ? for shortcuts", null],
  ])("counts them: %s", (footer, background) => {
    const reading = claude(`● done\n${composer(footer)}`);
    expect(reading).toMatchObject({ status: "idle", background });
  });

  it("waits for its agents", () => {
    const reading = claude(`✻ Waiting for 2 background agents to finish\n${composer()}`);
    expect(reading).toMatchObject({ status: "working", background: 2 });
  });
});

describe("FR-008 Notification late or never", () => {
  it.each([
    " Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel",
    " Do you want to proceed?\n 1. Yes\n 2. No\n\n Esc to cancel",
    "Do you want to proceed?\n❯ 1. Yes\n  2. No\n\nEsc to cancel",
    `${rule}\n Bash command\n\n   make\n\n Do you want to proceed?\n   1. Yes\n ❯ 2. No\n\n Esc to cancel`,
  ])("the pane raises waiting alone (%#)", (dialog) => {
    const { status, ask } = claude(`❯ make it\n\n● Bash(make)\n  ⎿  Waiting…\n\n${dialog}`);
    expect({ status, kind: ask?.kind }).toEqual({ status: "waiting", kind: "permission" });
  });
});

it.each([
  ["working", "✻ Baking… (4s · ↓ 9 tokens)"],
  ["idle", "✻ Baked for 4s"],
])("FR-009 Mode footer read as a prompt: %s", (status, line) => {
  const footer = "  ⏵⏵ bypass permissions on (shift+tab to cycle)";
  expect(claude(`● done\n\n${line}\n${composer(footer)}`).status).toBe(status);
});

describe("FR-010 Stuck at the first-run trust question", () => {
  const question = "Do you trust the files in this folder?";
  it.each([
    `${question}\n\n❯ 1. Yes, proceed\n  2. No, exit`,
    ` ${question}\n\n /home/dev/project\n\n ❯ 1. Yes, proceed\n   2. No, exit\n\n Enter to confirm · Esc to exit`,
    `${question}\n  1. Yes\n  2. No`,
    `╭${"─".repeat(50)}╮\n│ ${question}${" ".repeat(11)}│\n│${" ".repeat(50)}│\n│ ❯ 1. Yes, proceed${" ".repeat(32)}│\n│   2. No, exit${" ".repeat(36)}│\n╰${"─".repeat(50)}╯\n   Enter to confirm · Esc to exit`,
  ])("waits for trust (%#)", (screen) => {
    const { status, ask } = claude(screen);
    expect({ status, kind: ask?.kind }).toEqual({ status: "waiting", kind: "trust" });
  });

  it("does in Codex", () => {
    const { screen } = agents.get("codex")!;
    const text = `  Do you trust the contents of this directory?\n\n› 1. Yes, continue\n  2. No, quit\n\n  Press enter to continue`;
    const reading = screen!.read({ lines: text.split("\n"), title: null, project: null });
    expect(reading).toMatchObject({ status: "waiting", ask: { kind: "trust" } });
  });
});

it("FR-013 Long tool call taken for waiting", () => {
  const { status } = claude(
    `● Bash(make all)\n  ⎿  Running… (4m 2s)\n\n✢ Compiling… (4m 12s · ↓ 80 tokens)\n${composer()}`,
  );
  expect(status).toBe("working");
});

describe("FR-014 Agent's own view scrolled back", () => {
  const history = `${rule}\n Bash command\n\n   make\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel\n`;
  it.each([
    `${history}\n● Bash(make)\n  ⎿  Done\n\n↓ 40 more`,
    `${history}\n                    ↓ 40 more`,
    `${history}\n──────── ↓ 40 more ────────`,
    `${history}\n● Bash(make)\n  ⎿  Done`,
    `${history}\n❯ and now the tests\n\n● word1 word2`,
    `● word1\n\n✻ Baked for 4s\n\n❯ and now the tests`,
  ])("cannot tell without a composer (%#)", (screen) => {
    const { status, ask, composer: input, refused } = claude(screen);
    expect({ status, ask, input }).toEqual({ status: "unknown", ask: null, input: "none" });
    expect(refused).not.toEqual([]);
  });
});

it.each([
  ["vim", "notes-about-claude.md"],
  ["tail", "-f", "codex.log"],
  ["less", "share/gemini.txt"],
])("FR-019 Substring matches: %s %s %s", (...argv) => {
  expect(identify(argv, argv[0])).toBeNull();
});
