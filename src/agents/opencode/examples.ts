/** Screens of 1.18.33 at 70 columns, cut to the rows that matter. */
import type { ScreenExample } from "../define.ts";

const block = (...rows: readonly string[]) =>
  ["", ...rows, ""].map((row) => `  ┃  ${row}`.trimEnd()).join("\n");
const dialog = (...rows: readonly string[]) => `     ▣  Build · Mock Model\n\n${block(...rows)}\n`;
const composer = (
  footer = "   /home/dev/project                       120 (0%)  ctrl+p commands",
  ...draft: readonly string[]
) =>
  `\n${block(...(draft.length > 0 ? draft : [""]))}
  ┃  Build · Mock Model Mock
  ╹${"▀".repeat(64)}
${footer}\n`;
const keys = "↑↓ select  enter submit  esc dismiss";
const answers = " Allow once   Allow always   Reject";

export const examples: readonly ScreenExample[] = [
  {
    screen: dialog(
      "Plan at .opencode/plans/1796033653012-witty-garden.md is",
      "complete. Would you like to switch to the build agent and start",
      "implementing?",
      "",
      "1. Yes",
      "   Switch to build agent and start implementing the plan",
      "2. No",
      "   Stay with plan agent to continue refining the plan",
      "",
      keys,
    ),
    title: "OC | Mock session",
    status: "waiting",
    kind: "plan",
    text: "is complete. Would you like to switch to the build agent and start implementing?",
    rule: "plan",
  },
  {
    // In other words.
    screen: dialog("Start now?", "", "1. Yes", "   Switch to the build agent", "", keys),
    status: "waiting",
    kind: "plan",
    rule: "plan-options",
  },
  {
    screen: dialog(
      "△ Permission required",
      "  # Shell command",
      "",
      "$ for i in 1 2 3 4 5 6 7 8; do echo this is a long command",
      "number $i; done",
      "",
      "",
      answers,
      "",
      "ctrl+f fullscreen  ⇆ select  enter confirm",
    ),
    status: "waiting",
    kind: "permission",
    text: "for i in 1 2 3 4 5 6 7 8; do echo this is a long command number $i; done",
    rule: "permission",
  },
  {
    // The row of keys is cut; a sidebar stands at the right.
    screen: `
  ┃                                                                                      Mock session
  ┃  △ Permission required
  ┃    → Edit hello.txt                                                                  Context
  ┃                                                                                      120 tokens
  ┃  1 + hello
  ┃                                                                                      ~/project:main
  ┃   Allow once   Allow always   Reject  ctrl+f fullscreen  ⇆ select  enter con
  ┃                                                                                      • OpenCode 1.18.33`,
    status: "waiting",
    kind: "permission",
    text: "hello.txt",
    rule: "permission",
  },
  {
    screen: dialog(
      "△ Always allow",
      "",
      "This will allow the following patterns until OpenCode is restarted",
      "",
      "- touch *",
      "",
      " Confirm   Cancel                      ⇆ select  enter confirm",
    ),
    status: "waiting",
    kind: "permission",
    rule: "permission",
  },
  {
    screen: dialog(
      "△ Reject permission",
      "",
      "Tell OpenCode what to do differently",
      "",
      "",
      "                                 enter confirm  esc cancel",
    ),
    status: "waiting",
    kind: "permission",
    rule: "reject-reason",
  },
  {
    // A pane so small that its head is above the edge.
    screen: `  ┃\n  ┃  1 + hello\n  ┃\n  ┃  ${answers}  ctrl+f fullscreen  ⇆ select\n  ┃`,
    status: "waiting",
    kind: "permission",
    rule: "permission-options",
  },
  {
    screen: dialog(
      " Colour   Size   Confirm",
      "",
      "Which colour do you want for the very long wall that goes around",
      "the house?",
      "",
      "1. [ ] Reject",
      "       Allow once",
      "2. [ ] Type your own answer",
      "",
      "⇆ tab  ↑↓ select  enter toggle  esc dismiss",
    ),
    status: "waiting",
    kind: "question",
    text: "Which colour do you want for the very long wall that goes around the house?",
    rule: "question-keys",
  },
  {
    // In other words.
    screen: dialog(
      "Which one?",
      "",
      "1. Red",
      "2. Type your own answer",
      "",
      "↑↓ select  enter ok",
    ),
    status: "waiting",
    kind: "question",
    rule: "question-options",
  },
  {
    // The palette lies over the composer.
    screen: `
  ┃      Select model                                     esc
  ┃
         Search

         Mock
       ● Mock Model
${composer()}`,
    status: "waiting",
    kind: "other",
    text: "Select model",
    rule: "dialog-open",
  },
  {
    screen: `     word1 word2\n\n     ▣  Build · Mock Model\n${composer("   ■⬝⬝⬝⬝⬝⬝⬝  esc interrupt       tab agents  ctrl+p commands")}`,
    title: "OC | Mock session",
    status: "working",
    rule: "interrupt-hint",
  },
  {
    screen: composer(
      "   ⬝⬝⬝⬝⬝⬝⬝⬝ mock error 500 [retrying in 4s attempt #2]   esc again to interrupt",
      "and",
    ),
    status: "working",
    rule: "interrupt-hint",
  },
  {
    // Its keys are another's.
    screen: composer("   ⬝⬝■■■■⬝⬝  f9 interrupt          120 (0%)  ctrl+p commands"),
    status: "working",
    rule: "moving-blocks",
  },
  {
    screen: `
                 ┃
                 ┃  Ask anything… "Fix broken tests"
                 ┃
                 ┃  Build · Mock Model Mock
                 ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
                         tab agents  ctrl+p commands

        ● Tip Run /compact to summarize long sessions near context limits

  ~/project:main                                           1.18.33`,
    title: "OpenCode",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A theme without a background.
    screen: composer(undefined, "rename it").replaceAll(/[╹▀]/g, " "),
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // Another dialog in its own words.
    screen: `     It asks:\n\n  △ Permission required\n\n   Allow once   Allow always   Reject\n\n     ▣  Build · Mock Model · 2.1s\n${composer(undefined, "rename it", "so that")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
