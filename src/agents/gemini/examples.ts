/** Screens of 0.61.0 at 60 columns, cut to the rows that matter; where another version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const WIDTH = 60;
const rule = "─".repeat(WIDTH);
const box = (...rows: readonly string[]) =>
  [
    `╭${"─".repeat(WIDTH - 2)}╮`,
    ...rows.map((row) => `│ ${row.padEnd(WIDTH - 4)} │`),
    `╰${"─".repeat(WIDTH - 2)}╯`,
  ].join("\n");
const quoted = (...rows: readonly string[]) => [
  `╭${"─".repeat(WIDTH - 6)}╮`,
  ...rows.map((row) => `│ ${row.padEnd(WIDTH - 8)} │`),
  `╰${"─".repeat(WIDTH - 6)}╯`,
];
const composer = (said = "", draft = ">   Type your message or @path/to/file") => `
${said}
${rule}
 Shift+Tab to accept edits
${"▄".repeat(WIDTH)}
 ${draft}
${"▀".repeat(WIDTH)}
 workspace (/directory)      sandbox                 /model
 ~/project                   no sandbox      gemini-2.5-pro`;

export const examples: readonly ScreenExample[] = [
  {
    screen: box(
      "Ready to start implementation?",
      "",
      "Plan",
      "",
      " 1. Write the file",
      "",
      "● 1.  Yes, automatically accept edits",
      "      Approves plan and allows tools to run",
      "      automatically",
      "  2.  Yes, manually accept edits",
      "  3.  Type your feedback...",
      "",
      "Enter to select · ↑/↓ to navigate · Ctrl+G to edit plan",
      "· Esc to cancel",
    ),
    title: "✋  Action Required (project)",
    status: "waiting",
    kind: "plan",
    text: "Plan\n1. Write the file",
    rule: "plan",
  },
  {
    // In other words.
    screen: box(
      "Start now?",
      "",
      "  1.  Yes, automatically accept edits",
      "● 2.  No, keep planning",
    ),
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: box(
      "Answer Questions",
      "",
      "← □ Colour │ □ Size │ ≡ Review →",
      "",
      "Which colour do you want for the wall that goes around",
      "the house",
      "",
      "▲",
      "● 1. [ ] Red",
      "         Mock step",
      "  2. [ ] Blue",
      "▼",
      "",
      "Enter to select · ←/→ to switch questions · Esc to cancel",
    ),
    status: "waiting",
    kind: "question",
    text: "Which colour do you want for the wall that goes around the house",
    rule: "question",
  },
  {
    // A pane so small that the question is above its edge.
    screen: "│ ● 1.  Red        │\n│   2.  Enter a custom value  │\n╰──────────────────╯",
    status: "waiting",
    kind: "question",
    rule: "question-options",
  },
  {
    screen: box(
      "",
      " The following files are outside your workspace:",
      "",
      "  - /etc/hostname",
      "",
      " Do you want to allow this read?",
      "",
      " ● 1. Yes",
      "   2. No",
      "",
      " Enter to select · ↑/↓ to navigate · Esc to cancel",
    ),
    status: "waiting",
    kind: "permission",
    text: "Do you want to allow this read?",
    rule: "permission-read",
  },
  {
    screen: box(
      "",
      "Do you trust the files in this folder?",
      "",
      "● 1. Trust folder (project)",
      "  2. Trust parent folder (dev)",
      "  3. Don't trust",
      "",
    ),
    status: "waiting",
    kind: "trust",
    text: "Do you trust the files in this folder?",
    rule: "trust",
  },
  {
    // In other words.
    screen: box("This folder is new.", "", "  1. Trust folder (project)", "● 2. Don't trust"),
    status: "waiting",
    kind: "trust",
    rule: "trust-options",
  },
  {
    screen: `${" > bash:touch one.txt"}\n${"▀".repeat(WIDTH)}\n${box(
      "? Shell  touch one.txt",
      ...quoted("touch one.txt"),
      "Allow execution of [Shell]?",
      "",
      "● 1. Allow once",
      "  2. Allow for this session",
      "  3. No, suggest changes (esc)",
    )}`,
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-tool",
  },
  {
    screen: box(
      "Action Required                                   1 of 2",
      "",
      "?  WebFetch Processing URLs",
      "",
      "Do you want to proceed?",
      "",
      "  1. Allow once",
      "● 2. No, suggest changes (esc)",
    ),
    status: "waiting",
    kind: "permission",
    text: "Processing URLs",
    rule: "permission-tool",
  },
  {
    // Versions that go on with the spinner and the footer below.
    screen: `${box(
      "?  Shell rm one.txt",
      "",
      "Allow execution of: 'rm'?",
      "",
      "● 1. Yes, allow once",
      "  2. Yes, allow always ...",
      "  3. No, suggest changes (esc)",
    )}\n⠏ Waiting for user confirmation...\n\nUsing: 1 GEMINI.md file\n\n~/project    no sandbox    gemini-2.5-pro`,
    status: "waiting",
    kind: "permission",
    text: "rm one.txt",
    rule: "permission-tool",
  },
  {
    // A pane so small that the dialog's head is above its edge.
    screen:
      "│ 9 hello          │\n│ ● Allow once     │\n│   No, suggest changes (esc) │\n╰──────────────────╯",
    status: "waiting",
    kind: "permission",
    rule: "permission-options",
  },
  {
    screen: box(
      "MCP Server: files",
      "",
      'Allow execution of MCP tool "ls"?',
      "",
      "● Once",
      "  Never",
    ),
    status: "waiting",
    kind: "permission",
    rule: "permission-asked",
  },
  {
    // Panes so small that the dialog's head is above their edge.
    screen:
      "│ ▲   │\n│   1.  Go │\n│ ● 2.  Wait │\n│     │\n│ Enter to select · Ctrl+G to edit │\n│ plan · Esc to cancel │\n╰───────────╯",
    status: "waiting",
    kind: "plan",
    rule: "plan-keys",
  },
  {
    screen:
      "│ ▲   │\n│ ● 1.  Red │\n│   2.  Blue │\n│ ▼   │\n│     │\n│ Enter to select · Esc to cancel │\n╰───────────╯",
    status: "waiting",
    kind: "question",
    rule: "question-keys",
  },
  {
    screen: box("", "Select Model", "", "  1. Auto", "● 2. Manual", "", "(Press Esc to close)", ""),
    title: "◇  Ready (project)",
    status: "waiting",
    kind: "other",
    text: "Select Model",
    rule: "dialog-open",
  },
  {
    screen: box(
      "? Get started",
      "",
      "  How would you like to authenticate for this project?",
      "",
      "    1. Sign in with Google",
      "  ● 2. Use Gemini API Key",
      "",
      "  (Use Enter to select)",
    ),
    title: "◇  Ready (project)",
    status: "waiting",
    kind: "other",
    text: "Get started",
    rule: "dialog-open",
  },
  {
    screen: `✦ word1\n${composer(" ⠧ Thinking... (esc to cancel, 3s)     ? for shortcuts")}`,
    status: "working",
    rule: "cancel-hint",
  },
  {
    // The hint is drawn over the spinner.
    screen: composer("? for shortcutsok: record-BeforeAgent (esc to cancel, 2s)", "> and then"),
    status: "working",
    rule: "cancel-hint",
  },
  {
    screen: composer(" ! Shell awaiting input (Tab to focus)"),
    status: "working",
    rule: "shell-silent",
  },
  {
    screen: box("Modify in progress: Save and close external editor"),
    title: "✋  Action Required (project)",
    status: "waiting",
    kind: "permission",
    rule: "action-required",
  },
  {
    screen: composer(),
    title: "✦  Looking around (project)",
    status: "working",
    rule: "title-working",
  },
  {
    // What its hooks left.
    screen: `ℹ Request cancelled.\n${composer("  Executing Hook: record-AfterAgent      ? for shortcuts")}`,
    title: "◇  Ready (project)",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // With 256 colours.
    screen: ` > slow:8\n\n✦ word1\n${composer().replaceAll(/[▄▀]/g, " ")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // Its own words in the history, and a frame instead of a background.
    screen: `✦ It says:\n\n ⠧ Thinking... (esc to cancel, 3s)\n\n${rule}\n${box(">   Type your message or @path/to/file")}\n\n~/project    no sandbox    gemini-2.5-pro`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
