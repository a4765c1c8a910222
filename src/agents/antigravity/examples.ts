/** Composed from its words as they are told of 1.1.1 to 1.1.4; none of these was recorded. */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const model = "                              Gemini 3 Pro";
const composer = (draft: string, keys: string) => `\n${line}\n>${draft}\n${line}\n${keys}${model}`;
const options = `> 1. Yes
  2. Yes, and always allow in this conversation for commands that start with
'npm test'
  3. Yes, and always allow for commands that start with 'npm test'
  4. No

  ↑/↓ Navigate · tab Amend
esc to cancel${model}`;

export const examples: readonly ScreenExample[] = [
  {
    screen: `Accessing workspace:
/home/dev/project

Do you trust the contents of this project?

> Yes, I trust this folder
  No, exit

  ↑/↓ Navigate · enter Confirm`,
    status: "waiting",
    kind: "trust",
    text: "/home/dev/project",
    rule: "trust",
  },
  {
    // What the user said stands between two lines, too.
    screen: `${line}\n> run the tests\n\n● Bash(npm test)\n\n${line}\n\nRequesting permission for:\n   npm test\n\nDo you want to proceed?\n${options}`,
    status: "waiting",
    kind: "permission",
    text: "npm test",
    rule: "permission-asked",
  },
  {
    // In other words, with more answers and the cursor on No.
    screen: `${line}\n\nWrite: /home/dev/hello.txt\n\nMay I?\n${options
      .replace("> 1.", "  1.")
      .replace("  4. No", "> 4. No\n  5. No, and never in this conversation")}`,
    status: "waiting",
    kind: "permission",
    text: "/home/dev/hello.txt",
    rule: "permission-options",
  },
  {
    screen: `${line}
Question 1/1: Which colour do you want?
> 1. Red
  2. Blue

  ↑/↓ Navigate · enter Select · esc Skip
esc to cancel${model}`,
    status: "waiting",
    kind: "question",
    text: "Which colour do you want?",
    rule: "question",
  },
  {
    screen: `  done\n\n How's the CLI experience so far? Help us improve:\n [1] Good  [2] Fine  [3] Bad  [0] Skip\n? for shortcuts${model}`,
    status: "idle",
    rule: "survey",
  },
  {
    screen: `${line}
Switch Model

> Gemini 3 Pro
  Gemini 3 Flash

  ↑/↓ Navigate · enter Select
esc to cancel${model}`,
    status: "waiting",
    kind: "other",
    rule: "dialog-open",
  },
  {
    screen: `● Bash(npm test)\n${composer(" and then", "esc to cancel")}`,
    status: "working",
    rule: "cancel-hint",
  },
  {
    // Without its hint.
    screen: `> explain it\n\n⣻  Generating...\n${composer("", "? for shortcuts")}`,
    status: "working",
    rule: "spinner",
  },
  {
    screen: `  ⎿  Interrupted · What should Antigravity CLI do instead?\n${composer("", "? for shortcuts")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // Suggestions have the same hint.
    screen: `  done\n${composer(" /mo", "> /model   Switch the model\n  /modes   Choose a mode\n\n  ↑/↓ Navigate · tab Complete\nesc to cancel")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A dialog in the transcript.
    screen: `Requesting permission for:\n   npm test\n\nDo you want to proceed?\n${options}\n\n  ⎿  Interrupted\n${composer("", "? for shortcuts")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
