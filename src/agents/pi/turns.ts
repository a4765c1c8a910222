/** Turns and rest of 1.6.0, cut to the rows that matter; where another version is meant, it says so. */
import type { ScreenExample } from "../define.ts";

const line = "─".repeat(60);
const footer = "~/project (main)\n↑100 ↓20 0.1%/200k (auto)                      mock-model";
const composer = (draft = "", upper = line) => `\n${upper}\n${draft}\n${line}\n${footer}`;
const asked = " Allow this command?\n\n → Yes\n   No\n\n ↑↓ navigate  enter select";

export const turns: readonly ScreenExample[] = [
  {
    screen: ` word1 word2\n${composer("and then", `── ⠧ Working ${line.slice(13)}`)}`,
    title: "π - project",
    status: "working",
    rule: "working-line",
  },
  {
    screen: ` Error: 500 mock error\n${composer("", `── ⠸ Retrying (2/3) in 4s... (escape to cancel) ${line.slice(48)}`)}`,
    status: "working",
    rule: "working-line",
  },
  {
    // What an extension makes of it.
    screen: ` word1 word2\n${composer("", `── ● Cooking… ${line.slice(14)}`)}`,
    status: "working",
    rule: "working-line",
  },
  {
    // 0.73.1.
    screen: ` word1 word2\n\n ⠦ Working...\n${composer()}`,
    status: "working",
    rule: "working-above",
  },
  {
    screen: ` word1 word2\n${composer()}`,
    title: "π - project",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A draft longer than its place, a list of commands below.
    screen: ` word1\n${composer("of more rows\n/mod", `─── ↑ 5 more ${line.slice(13)}`).replace(
      footer,
      `→ model          Select model\n  scoped-models  Choose models\n  (1/2)\n${footer}`,
    )}`,
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A dialog in the transcript, and one in the draft.
    screen: `${line}\n\n${asked}\n\n${line}\n\n Blocked by user\n${composer(asked.trim())}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
