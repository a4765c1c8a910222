/** Dialogs of 0.171.0, cut to the rows that matter; where a next version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const composer = (
  draft = "Ask Codex to do anything",
  footer = "← for agents · ? for shortcuts",
) => `
› ${draft}

  mock-model default · ~/project · Mock session
  ${footer}`;

const confirm = `› 1. Yes, proceed (y)
  2. No, and tell Codex what to do differently (esc)

  Press enter to confirm or esc to cancel`;

export const dialogs: readonly ScreenExample[] = [
  {
    screen: `
  Folder access
  /home/dev/project

  Trust this folder? Codex can read, edit, and run files here.

› 1. Trust and continue
  2. Back to Agent Command Center

  enter continue · esc back`,
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust",
  },
  {
    screen: `
  Hooks
  Lifecycle hooks from config and enabled plugins.

  Event                 Installed   Active

› PreToolUse            1           0
  PostToolUse           1           0
↓

  t trust all · enter review · esc close`,
    status: "waiting",
    kind: "trust",
    rule: "trust",
  },
  {
    // In other words.
    screen: `
  This folder is new.

› 1. Trust and continue
  2. Back

  enter continue · esc back`,
    status: "waiting",
    kind: "trust",
    rule: "trust-options",
  },
  {
    screen: `
• Proposed Plan


  # Plan

  1. Write the file


  Worked for <1s • 10:14


  Implement this plan?


› 1. Yes, implement this plan          Switch to Default and start coding
  2. No, stay in Plan mode             Continue planning with the model

  enter select · esc back`,
    title: "Mock session | project",
    project: "project",
    status: "waiting",
    kind: "plan",
    text: "# Plan\n\n1. Write the file",
    rule: "plan",
  },
  {
    // In other words.
    screen: `
  Start coding now?

  1. Yes, implement this plan
› 2. No, stay in Plan mode

  enter select · esc back`,
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: `
  Question 1/1 (1 unanswered)
  Which colour do you want

  › 1. Red                Mock step
    2. Blue               Mock step

  tab to add notes | enter to submit answer | esc to interrupt`,
    title: "[ ! ] Action Required | Mock session | project",
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question",
  },
  {
    // In other words.
    screen: `
  Which colour do you want

  › 1. Red
    2. Blue

  tab to add notes | enter to submit answer | esc to interrupt`,
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question-keys",
  },
  {
    screen: `
• Running touch one.txt


  Would you like to run the following command?

  Environment: local

  Reason: Mock wants to run this

  $ touch one.txt


${confirm}`,
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-command",
  },
  {
    screen: `
  Would you like to make the following edits?

  Description: Apply proposed file edits
  Destination: /home/dev/hello.txt


${confirm}`,
    status: "waiting",
    kind: "permission",
    text: "/home/dev/hello.txt",
    rule: "permission-edits",
  },
  {
    screen: `
  Would you like to grant these permissions?

${confirm}`,
    status: "waiting",
    kind: "permission",
    text: "Would you like to grant these permissions?",
    rule: "permission-asked",
  },
  {
    // In other words.
    screen: `
  Codex asks for this command:

  $ touch one.txt

${confirm}`,
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-options",
  },
  {
    screen: `
  Warnings · 1 of 1 · Startup

  Codex could not find bubblewrap on PATH.

  k keep & next · esc dismiss & close · ^o copy · ←/→ warning`,
    status: "waiting",
    kind: "other",
    text: "Codex could not find bubblewrap on PATH.",
    rule: "dialog-open",
  },
  {
    // Without a row of keys, and with the highlight on the last.
    screen: `
  Background server has incompatible feature settings

  This session requires daemon_auto_start to be disabled

  1. Run without daemon this time
  2. Restart with these settings (recommended)
› 3. Cancel`,
    status: "waiting",
    kind: "other",
    text: "This session requires daemon_auto_start to be disabled",
    rule: "dialog-open",
  },
  {
    // In other words.
    screen: `
  The server is of another version

› 1. Go on
  2. Cancel`,
    status: "waiting",
    kind: "other",
    rule: "dialog-open",
  },
  {
    screen: `• Running touch one.txt\n${composer()}`,
    title: "[ . ] Action Required | Mock session | project",
    status: "waiting",
    kind: "permission",
    rule: "action-required",
  },
];
