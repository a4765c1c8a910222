import type { WritingAgent } from "../types.ts";

export const codex: WritingAgent = {
  name: "codex",
  rests: ({ screen, title }) =>
    /^› Ask Codex to do anything/m.test(screen) &&
    !/esc to interrupt/.test(screen) &&
    !/^[⠀-⣿]|Action Required/.test(title),
  queues: true,
  clear: ["C-c"],
  exit: "/exit",
};
