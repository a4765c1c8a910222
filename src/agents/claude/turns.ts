/** Screens of 2.1.332 with a composer, cut to the rows that matter. */
import type { ScreenExample } from "../define.ts";

const rule = "─".repeat(40);
const composer = (draft = "", footer = "  ⏸ manual mode on · ? for shortcuts") =>
  `\n${rule}\n❯\u00a0${draft}\n${rule}\n${footer}`;

export const turns: readonly ScreenExample[] = [
  {
    screen: `✽ Synthesizing… (3s · ↓ 20 tokens)\n  ⎿  Tip: Use /memory\n${composer("and then", "  ⏸ manual mode on")}`,
    status: "working",
    rule: "spinner",
  },
  {
    screen: `✻ 500 mock error 500 · retrying in 3s · attempt 4/10\n${composer()}`,
    status: "working",
    rule: "api-retry",
  },
  {
    screen: `● done\n\n✻ Waiting for 1 background agent to finish\n${composer()}`,
    status: "working",
    rule: "background-agents",
  },
  {
    screen: `●\n${composer("", "  ⏸ manual mode on · esc to interrupt · ← for agents")}`,
    status: "working",
    rule: "interrupt-hint",
  },
  {
    screen: `${composer()}\n\n  ● main\n  ◯ general-purpose  Look around`,
    status: "working",
    rule: "agents-listed",
  },
  {
    // 2.1.197 spins in its title.
    screen: `●\n${composer()}`,
    title: "⠐ Look around",
    status: "working",
    rule: "title-spinner",
  },
  {
    screen: `● word1\n\n✻ Churned for 12s · done 10:13 AM\n${composer()}`,
    title: "✳ Claude Code",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A dialog in the transcript is a quotation.
    screen: `● It asks:\n\n  Do you want to proceed?\n  ❯ 1. Yes\n    2. No\n\n  Esc to cancel\n${composer()}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
