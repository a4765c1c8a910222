/** Screens of 0.171.0 with a composer, cut to the rows that matter. */
import type { ScreenExample } from "../define.ts";

const composer = (
  draft = "Ask Codex to do anything",
  footer = "← for agents · ? for shortcuts",
) => `
› ${draft}

  mock-model default · ~/project · Mock session
  ${footer}`;

export const turns: readonly ScreenExample[] = [
  {
    screen: `• Running sleep 8\n\n• Working (3s • esc to interrupt)\n${composer()}`,
    status: "working",
    rule: "working-line",
  },
  {
    screen: `• word1 word2\n${composer("and then", "tab to queue message")}`,
    status: "working",
    rule: "queue-hint",
  },
  {
    screen: `• word1 word2\n${composer()}`,
    title: "⠸ Mock session | project",
    project: "project",
    status: "working",
    rule: "title-spinner",
  },
  {
    screen: `• word1 word2\n\n  Worked for 12s • 10:13\n${composer()}`,
    title: "Mock session | project",
    project: "project",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A logo of the characters that spinners are made of.
    screen: `        ⣀⣤⣤⣤⣀⣀\n     ⣠⣶⣿⣿⣿⣿⣿⣿⣿⣿⣦\n⠸ ⣿⣿⣿\n${composer()}`,
    title: "project",
    project: "project",
    status: "idle",
    rule: "composer-at-rest",
  },
  {
    // A draft that looks like a list to choose from.
    screen: `• word1\n${composer("1. rename it\n  2. run the tests", "")}`,
    status: "idle",
    rule: "composer-at-rest",
  },
];
