import type { Seen, WritingAgent } from "../types.ts";

const COMPOSER = /^› Ask Codex to do anything/m;
/** While text streams there is no working line: then only the title tells. */
const works = ({ screen, title }: Seen) => /esc to interrupt/.test(screen) || /^[⠀-⣿]/.test(title);

export const codex: WritingAgent = {
  name: "codex",
  rests: (look) =>
    COMPOSER.test(look.screen) && !works(look) && !look.title.includes("Action Required"),
  works,
  queues: true,
  clear: ["C-c"],
  exit: "/exit",
  // Outside the project: inside, it may write without asking.
  folder: "/home/dev",
  shell: /Would you like to run/,
  edit: /make the following edits/,
  question: /Question 1\/1/,
  asksInPlanMode: true,
  takesOwnWords: true,
  plan: {
    shows: /Implement this plan\?/,
    isOn: /Plan mode \(shift/,
    turnOn: { press: "BTab" },
    told: "Implement the plan.",
  },
};
