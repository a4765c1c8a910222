import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["cursor-agent"],
  gains: "when a turn begins and ends, at once, and the last prompt",
  folder: (_env, home) => `${home}/.cursor`,
  place: {
    kind: "json",
    file: "hooks.json",
    at: ["hooks"],
    group: null,
    hook: (command) => ({ command, type: "command" }),
    base: { version: 1 },
  },
  from: "2026.1.16",
};
