import type { Seen, WritingAgent } from "../types.ts";

const COMPOSER = /^❯[\s\u00a0]*\n─+\n[^\n]* mode on/m;
const works = ({ screen }: Seen) => /mode on.* · esc to interrupt/.test(screen);

export const claude: WritingAgent = {
  name: "claude",
  rests: (look) => COMPOSER.test(look.screen) && !works(look),
  works,
  queues: true,
  clear: ["Escape", "Escape"],
  // Above the composer, at the right: the effort, or a tip in its place.
  hints: /^ {12,}\S.*$/gm,
  exit: "/exit",
  folder: "/home/dev/project",
  shell: /Do you want to proceed\?/,
  edit: /Do you want to create/,
  question: /Enter to select/,
  takesOwnWords: true,
  plan: {
    shows: /ready to execute/,
    isOn: /plan mode on/,
    turnOn: { press: "BTab" },
    told: "has approved your plan",
  },
};
