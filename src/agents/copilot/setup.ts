import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["copilot"],
  gains: "permissions and questions at once, and the end of a turn",
  folder: (env, home) => env.COPILOT_HOME || `${home}/.copilot`,
  place: {
    kind: "json",
    // It reads every file of that folder.
    file: "hooks/ccmux-hook.json",
    at: ["hooks"],
    group: null,
    hook: (command) => ({ type: "command", bash: command, timeoutSec: 10 }),
    base: { version: 1 },
  },
};
