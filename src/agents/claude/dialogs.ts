/**
 * Dialogs of 2.1.332, cut to the rows that matter; where another version or a pane too small for its
 * dialog is meant, it says so.
 */
import type { ScreenExample } from "../define.ts";

const rule = "─".repeat(40);
const dashes = "╌".repeat(40);

export const dialogs: readonly ScreenExample[] = [
  {
    screen: `
❯ ask:Which colour do you want
${rule}
 ☐ Colour

Which colour do you want

❯ 1. Red
     Mock step
  2. Blue
     Mock step
  3. Type something.
${rule}
  4. Chat about this

Enter to select · ↑/↓ to navigate · Esc to cancel`,
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question-tabs",
  },
  {
    screen: `
❯ ask:Which colour do you want
${rule}
 ☐ Colour

Which colour do you want

  1. Red
     Mock step
  2. Blue
     Mock step
❯ 3. Type something.
${rule}
  4. Chat about this

Enter to select · ↑/↓ to navigate · ctrl+g to edit in Vim · Esc to cancel`,
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question-tabs",
  },
  {
    screen: `
❯ ask:Which colour do you want
${rule}
 ☐ Colour

Which colour do you want

  1. Red
     Mock step
  2. Blue
     Mock step
  3. green
${rule}
❯ 4. Chat about this

Enter to select · ↑/↓ to navigate · Esc to cancel`,
    status: "waiting",
    kind: "question",
    text: "Which colour do you want",
    rule: "question-tabs",
  },
  {
    screen: `
${rule}
 Bash command · from the general-purpose agent
 Mock step
${dashes}
 touch sub.txt
${dashes}
 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and always allow access to /home/dev/project from this project
   3. No

 Esc to cancel · Tab to amend`,
    status: "waiting",
    kind: "permission",
    text: "touch sub.txt",
    rule: "permission-tool",
  },
  {
    // 2.1.197: no lines around the command.
    screen: `
${rule}
 Bash command

   touch a.txt
   Mock step

 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and always allow access to project/ from this project
   3. No

 Esc to cancel · Tab to amend · ctrl+e to explain`,
    status: "waiting",
    kind: "permission",
    text: "touch a.txt",
    rule: "permission-tool",
  },
  {
    screen: `
${rule}
 Create file
 hello.txt
${dashes}
  1 Would you like to proceed?
${dashes}
 Do you want to create hello.txt?
 ❯ No
   Yes

 Esc to cancel · Tab to amend`,
    status: "waiting",
    kind: "permission",
    text: "hello.txt",
    rule: "permission-tool",
  },
  {
    screen: `
▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
   Ready to code?
  ${dashes}
   Plan

   1. Write the file
  ${dashes}

  ${rule}
   Claude has written up a plan and is ready to execute. Would you like to
   proceed?
   ❯ 1. Yes, and use auto mode
     2. Yes, manually approve edits
     3. Tell Claude what to change
        shift+tab to approve with this feedback

   ctrl+g to edit in Vim ·
   ~/.claude/plans/plan-write-the-file-lively-nebula.md`,
    status: "waiting",
    kind: "plan",
    text: "Plan\n\n1. Write the file",
    rule: "plan-heading",
  },
  {
    // The session has a name: the rule of the composer that carries it stays below the dialog.
    screen: `
   Ready to code?

   Here is Claude's plan:
  ${dashes}
   Plan

   1. Write the file
  ${dashes}

  ${rule}
   Claude has written up a plan and is ready to execute. Would you like to proceed?

   ❯ 1. Yes, and use auto mode
     2. Yes, manually approve edits
     3. Tell Claude what to change
        shift+tab to approve with this feedback

   ctrl+g to edit in Vim · ~/.claude/plans/plan-write-the-file-lively-nebula.md
${rule} fix-login ─`,
    status: "waiting",
    kind: "plan",
    text: "Plan\n\n1. Write the file",
    rule: "plan-heading",
  },
  {
    // A pane so small that the question is above its edge.
    screen: `
   ❯ 1. Yes, and use auto mode
     2. Yes, manually approve edits
     3. Tell Claude what to change`,
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: `
${rule}
 Accessing workspace:

 /home/dev/project

 Quick safety check: Is this a project you created or one you trust?

 ❯ No, exit
   Yes, I trust this folder

 Enter to confirm · Esc to cancel`,
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust-folder",
  },
  {
    // As a version without tabs would ask.
    screen: `
${rule}
What would you like to work on?

❯ 1. Tests
  2. Type something.

Enter to select · ↑/↓ to navigate · Esc to cancel`,
    status: "waiting",
    kind: "question",
    text: "What would you like to work on?",
    rule: "question-options",
  },
  {
    // A pane so small that the dialog's head is above its edge.
    screen: `
  7 +hello
${dashes}
 Do you want to make this edit to
 edit-me.txt?
 ❯ 1. Yes
   2. No`,
    status: "waiting",
    kind: "permission",
    rule: "permission-asked",
  },
  {
    screen: `
 ❯ 1. Yes
   2. Yes, and don't ask again for 127.0.0.1
   3. No, and tell Claude what to do differently (esc)`,
    status: "waiting",
    kind: "permission",
    rule: "permission-options",
  },
  {
    screen: `
▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
  Select model

  ❯ 1. Default (recommended) ✔  Use the default model
    2. Opus                     Opus 5.5

  ◐ Medium effort (default) ←/→ to adjust

  s to use this session only · Enter to save · Esc to cancel`,
    status: "waiting",
    kind: "other",
    text: "Select model",
    rule: "dialog-open",
  },
];
