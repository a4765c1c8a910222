/** Screens of 1.0.102 at 60 columns, cut to the rows that matter; where another version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const WIDTH = 60;
const rule = "─".repeat(WIDTH);
const row = (text: string) => `│ ${text.padEnd(WIDTH - 4)} │`;
const quoted = (text: string) => [
  `╭${"─".repeat(WIDTH - 6)}╮`,
  `│ ${text.padEnd(WIDTH - 8)} │`,
  `╰${"─".repeat(WIDTH - 6)}╯`,
];
const box = (title: string, ...rows: readonly string[]) =>
  [
    ` ○ ${title}`.padEnd(WIDTH - 1) + "┃",
    `╭${"─".repeat(WIDTH - 2)}╮`,
    row(title),
    row("─".repeat(WIDTH - 4)),
    ...rows.map(row),
    row(""),
    row("↑/↓ to navigate · enter to select · esc to cancel"),
    `╰${"─".repeat(WIDTH - 2)}╯`,
  ].join("\n");
const form = (...rows: readonly string[]) =>
  [" ○ Asking user Waiting for response", rule, ...rows, rule].join("\n");
const composer = (footer: string, draft = "") =>
  `\n ~/project [⎇ main%]\n${rule}\n❯ ${draft}\n${rule}\n ${footer}`;

export const examples: readonly ScreenExample[] = [
  {
    // Options that wrap move to the left by a column.
    screen: box(
      "Plan Ready for Review",
      "Write the file",
      "",
      "❯1. Accept plan and continue in Autopilot execution mode",
      "  (recommended)",
      " 2. Accept plan and continue in Interactive execution",
      "  mode (Manual Approval for this session)",
      "  3. Suggest changes",
    ),
    status: "waiting",
    kind: "plan",
    text: "Write the file",
    rule: "plan",
  },
  {
    // In other words.
    screen: box("Plan", "Write the file", "", "  Accept plan and continue", "❯ Suggest changes"),
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: box(
      "Confirm folder trust",
      ...quoted("/home/dev/project"),
      "",
      "Do you trust the files in this folder?",
      "",
      "❯ 1. Yes",
      "  2. Yes, and remember this folder for future sessions",
      "  3. No (Esc)",
    ),
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust",
  },
  {
    screen: [
      "remember your permissions for the rest of this session.",
      "",
      "Do you trust the files in this folder?",
      "",
      "❯ 1. Yes",
      "  2. No (Esc)",
    ]
      .map(row)
      .concat(`╰${"─".repeat(WIDTH - 2)}╯`)
      .join("\n"),
    status: "waiting",
    kind: "trust",
    rule: "trust-asked",
  },
  {
    screen: form(
      " Copilot needs information.",
      " Which colour do you want",
      "",
      " Colour:",
      " ❯ Red",
      "   Blue",
      "   Other (type your answer)",
      "",
      " ↑/↓ select · enter accept · ctrl+d decline · esc cancel",
    ),
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question",
  },
  {
    // A field to write in has rules of its own.
    screen: form(
      " Copilot needs information.",
      " Tell me",
      "",
      "  colour  [name]  ok",
      "",
      " name",
      ` ${rule.slice(2)}`,
      " ❯ bob",
      ` ${rule.slice(2)}`,
      "",
      " enter accept · tab next · ctrl+d decline · esc cancel",
    ),
    status: "waiting",
    kind: "question",
    text: "Tell me",
    rule: "question",
  },
  {
    // In other words.
    screen: form(" Which colour?", "", " ❯ Red", "   Other (type your answer)", "", " esc cancel"),
    status: "waiting",
    kind: "question",
    rule: "question-options",
  },
  {
    // In other words.
    screen: form(" Which colour?", "", " enter accept · ctrl+d decline · esc cancel"),
    status: "waiting",
    kind: "question",
    rule: "question-keys",
  },
  {
    screen: box(
      "Mock step",
      ...quoted("touch one.txt"),
      "",
      "Do you want to run this command?",
      "",
      "❯ 1. Yes",
      "  2. Yes, and don't ask again for `touch` in this repo",
      "  (~/project)",
      " 3. No, and tell Copilot what to do differently (Esc to",
      " stop)",
    ),
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-command",
  },
  {
    screen: box(
      "Create file",
      "hello.txt +1 -0",
      "",
      "1 +   Do you trust the files in this folder?",
      "",
      "Do you want to create /home/dev/project/hello.txt?",
      "",
      "  1. Yes",
      "❯ 2. No, and tell Copilot what to do differently",
    ),
    status: "waiting",
    kind: "permission",
    text: "/home/dev/project/hello.txt",
    rule: "permission-file",
  },
  {
    screen: box(
      "Allow path access",
      "This action may read the following path.",
      "",
      ...quoted("/etc/hostname"),
      "",
      "Do you want to allow this?",
      "",
      "❯ 1. Yes",
      "  2. No (Esc)",
    ),
    status: "waiting",
    kind: "permission",
    text: "/etc/hostname",
    rule: "permission-asked",
  },
  {
    // In other words.
    screen: box("Run it?", ...quoted("make"), "", "❯ Yes", "  Yes, and don't ask again", "  No"),
    status: "waiting",
    kind: "permission",
    text: "make",
    rule: "permission-options",
  },
  {
    screen: [
      rule,
      "",
      " Session only. Auto chooses a model.",
      "",
      "   New models",
      ` ❯ mock-model ✓${" ".repeat(WIDTH - 18)}┃`,
      "   Unavailable models",
      "",
      ` ${rule.slice(2)}`,
      " ❯  Search models…",
      ` ${rule.slice(2)}`,
      " ↑/↓ to navigate · enter to select · esc to cancel",
    ].join("\n"),
    status: "waiting",
    kind: "other",
    rule: "dialog-open",
  },
  {
    screen: ` ● word1 word2\n${composer("◉ Working · 24 B esc esc interrupt       mock-model", "and then")}`,
    title: "slow:12 - GitHub Copilot",
    status: "working",
    rule: "working-footer",
  },
  {
    screen: composer("Plan · Manual Approval · ◉ Working esc esc edit prompt       mock-model"),
    title: "think:60 - GitHub Copilot",
    status: "working",
    rule: "working-footer",
  },
  {
    screen: composer("● Waiting for background shells · 78 B esc esc interrupt"),
    status: "working",
    rule: "working-footer",
  },
  {
    // In other words.
    screen: composer("⚡ Autopilot esc esc interrupt"),
    status: "working",
    rule: "interrupt-hint",
  },
  {
    // 0.0.3xx.
    screen: ` ● Thinking (Esc to cancel · 12 B)\n${composer("Ctrl+c Exit · Ctrl+r Expand recent")}`,
    status: "working",
    rule: "working-line",
  },
  {
    screen: ` ● Operation cancelled by user${" ".repeat(29)}┃\n${composer("Interactive · Manual Approval · / commands")}`,
    title: "slow:12 - GitHub Copilot",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // Commands to choose from belong to the draft.
    screen: `┃ ❯ /add-dir   Allow file access to a directory\n┃   /agent     Browse and select agents${composer("Interactive · /help show help", "/a").replace("\n ~/project [⎇ main%]", "")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
