/** Composed from its words as they are told of 2026.07 and 2026.08; none of these was recorded. */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const footer = "  Auto · 6.8%\n  ~/project · main";
const composer = (written: string) =>
  ` ${"▄".repeat(58)}\n  → ${written}\n ${"▀".repeat(58)}\n${footer}`;
const options = `  → Run (once) (y)
    Add Shell(npm test) to allowlist? (tab)
    Run Everything (shift+tab)
    Skip (esc or n)`;
/** It pads what it asks. */
const padding = "\n".repeat(26);

export const examples: readonly ScreenExample[] = [
  {
    screen: `
  ╭${"─".repeat(56)}╮
  │  ⚠ Workspace Trust Required                            │
  │                                                        │
  │  Do you trust the contents of this directory?          │
  │                                                        │
  │    /home/dev/project                                   │
  │                                                        │
  │  ▶ [a] Trust this workspace                            │
  │    [q] Quit                                            │
  │                                                        │
  ╰${"─".repeat(56)}╯`,
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust",
  },
  {
    screen: `  $ npm test Waiting for approval...\n\n${line}\n $  npm test in .\n\n Run this command?\n Not in allowlist: npm\n${options}${padding}`,
    status: "waiting",
    kind: "permission",
    text: "npm test",
    rule: "permission-command",
  },
  {
    // The cursor on another option; nothing but the question.
    screen: `  Run this command?\n${options.replace("→", " ").replace("    Skip", "  → Skip")}`,
    status: "waiting",
    kind: "permission",
    rule: "permission-command",
  },
  {
    screen: `${line}\n https://example.com/a\n\n Allow this web fetch?\n  → Fetch (y)\n    Skip (esc or n)`,
    status: "waiting",
    kind: "permission",
    text: "https://example.com/a",
    rule: "permission-fetch",
  },
  {
    screen: `  word1\n\n  → Reason for rejection (Enter to submit, Esc to cancel)\n\n${footer}`,
    status: "waiting",
    kind: "permission",
    rule: "permission-refused",
  },
  {
    screen: `${line}\n src/a.ts\n\n Write to this file?\n  → Proceed (y)\n    Reject & propose changes (esc or n or p)`,
    status: "waiting",
    kind: "permission",
    text: "src/a.ts",
    rule: "permission-keys",
  },
  {
    screen: `${line}\n Select a model\n\n  → Auto\n    Composer\n\n Enter to select · Esc to cancel`,
    status: "waiting",
    kind: "other",
    rule: "dialog-open",
  },
  {
    screen: `  $ npm test 3s\n\n${composer("Add a follow-up                        ctrl+c to stop")}`,
    status: "working",
    rule: "stop-hint",
  },
  {
    screen: `  word1\n\n${composer("and then")}\n  ctrl+c to stop`,
    status: "working",
    rule: "stop-below",
  },
  {
    screen: `  word1\n\n ⠀⠞ Running  22 tokens\n${composer("Add a follow-up")}`,
    status: "working",
    rule: "spinner",
  },
  {
    screen: `  The command ran.\n\n${composer("Add a follow-up")}${padding}`,
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // Without a frame; a dialog in the transcript.
    screen: ` Run this command?\n${options}\n\n  Skipped.\n\n  → rename the helper\n    so that every caller works\n\n${footer}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
