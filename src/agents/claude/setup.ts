import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["claude"],
  gains: "what it asks, and when a turn ends, at once and in its own words",
  folder: (env, home) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`,
  place: {
    kind: "json",
    file: "settings.json",
    at: ["hooks"],
    group: {},
    hook: (command) => ({ type: "command", command }),
    off: { at: ["disableAllHooks"], value: true },
  },
  // One that it does not know voids the whole file.
  from: "1.0.85",
  since: { PermissionRequest: "2.0.45", PostToolUseFailure: "2.1.33", StopFailure: "2.1.78" },
};
