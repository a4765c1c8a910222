import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["agy"],
  gains: "when a turn begins and ends, at once",
  folder: (_env, home) => `${home}/.gemini/config`,
  place: {
    kind: "json",
    file: "hooks.json",
    // Each key is a set of hooks under a name; ours has one that nobody else takes.
    at: ["ccmux-hook"],
    group: null,
    hook: (command) => ({ type: "command", command }),
  },
};
