/**
 * Dialogs of 1.6.0, cut to the rows that matter; where another version is meant, it says so. Pi asks
 * nothing but whether to trust a folder: the others are extensions', some of them those that it brings
 * as examples.
 */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const footer = "~/project (main)\n↑100 ↓20 0.1%/200k (auto)                      mock-model";
const dialog = (inside: string, below = footer) => `\n${line}\n${inside}\n${line}\n${below}`;
const select = "\n ↑↓ navigate  enter select  escape/ctrl+c cancel\n";

export const dialogs: readonly ScreenExample[] = [
  {
    // Before the first prompt there is no footer.
    screen: dialog(
      `
 Trust project folder?
 /home/dev/project

 This allows pi to load .pi settings and resources.

 → Trust
   Trust parent folder (/home/dev)
   Do not trust
${select}`,
      "",
    ),
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust",
  },
  {
    // In other words.
    screen: dialog(`
 New folder

 → Trust parent folder (/home/dev)
   Do not trust
${select}`),
    status: "waiting",
    kind: "trust",
    rule: "trust-options",
  },
  {
    // What an extension waits for itself.
    screen: dialog(`
 ⠹ Generating…

 escape/ctrl+c cancel
`),
    status: "working",
    rule: "loader",
  },
  {
    screen: dialog(`
 Plan mode - what next?

 → Execute the plan (track progress)
   Stay in plan mode
   Refine the plan
${select}`),
    status: "waiting",
    kind: "plan",
    rule: "plan",
  },
  {
    // In other words.
    screen: dialog(`
 What next?

   Refine the plan
 → Execute the plan (track progress)
${select}`),
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: dialog(`
 Allow this command?

   touch one.txt

 → Yes
   No
${select}`),
    title: "π - project",
    status: "waiting",
    kind: "permission",
    text: "touch one.txt",
    rule: "permission-asked",
  },
  {
    // The question below what it is about; the default is No.
    screen: dialog(`
 ⚠️ Dangerous command:

   sudo rm -rf build

 Allow?

   Yes
 → No
${select}`),
    status: "waiting",
    kind: "permission",
    text: "sudo rm -rf build",
    rule: "permission-asked",
  },
  {
    // 0.73.1: what is asked stands below a spinner, and a list of tasks.
    screen: ` ⠼ Working...\n\n ☐ write\n${dialog(`
 Allow this write?

   hello.txt

 → Yes
   No
${select}`)}`,
    status: "waiting",
    kind: "permission",
    text: "hello.txt",
    rule: "permission-asked",
  },
  {
    // So long that its head is above the pane's edge.
    screen: `   file-9.ts\n   file-10.ts\n${select}\n${line}\n${footer}`,
    status: "waiting",
    kind: "question",
    rule: "question",
  },
  {
    screen: dialog(`
 Clear session?
 This will delete all messages in the session. (19s)

 → Yes
   No
${select}`),
    status: "waiting",
    kind: "permission",
    text: "Clear session?\nThis will delete all messages in the session.",
    rule: "permission-options",
  },
  {
    screen: dialog(`
Only showing models from configured providers. Use /login to add providers.

>

→ ✓ mock-model [mock] · default

  Enter to select · Ctrl+S to set as default · Escape/Ctrl+C to cancel`),
    status: "waiting",
    kind: "other",
    rule: "menu",
  },
  {
    screen: dialog(`
 A menu of the next version

→ One
  Two

  Enter to choose · Escape to go back`),
    status: "waiting",
    kind: "other",
    rule: "menu-keys",
  },
  {
    screen: `   Session Tree\n  Type to search:${dialog(`
  • user: slow:8
› • assistant: word1 word2
  (2/2)
`)}`,
    status: "waiting",
    kind: "other",
    rule: "menu-list",
  },
  {
    screen: dialog(`
 Which colour do you want

 → Red
   Blue
${select}`),
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question",
  },
  {
    // Long options wrap left of their labels.
    screen: dialog(`
 Which file?

   file-1.ts
 → file-2.ts which has a description so long that it
 wraps
   file-3.ts
  (2/24)
${select}`),
    status: "waiting",
    kind: "question",
    text: "Which file?",
    rule: "question",
  },
  {
    screen: dialog(` Which size?

> 1. Small
     Fits everywhere
  2. Type something.

 ↑↓ navigate • Enter to select • Esc to cancel`),
    status: "waiting",
    kind: "question",
    text: "Which size?",
    rule: "question",
  },
  {
    screen: dialog(`
 What should the branch be called?

${line}
1. Write the file
${line}

 enter submit  shift+enter newline  escape/ctrl+c cancel
`),
    status: "waiting",
    kind: "question",
    text: "What should the branch be called?",
    rule: "question",
  },
];
