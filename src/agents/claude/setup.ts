import { fields } from "../_fields.ts";
import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["claude"],
  gains: "permissions, questions and plans in its own words, and the end of a turn at once",
  folder: (env, home) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`,
  place: {
    kind: "json",
    file: "settings.json",
    at: ["hooks"],
    group: {},
    hook: (command) => ({ type: "command", command }),
  },
  // An event that it does not know voids the whole file.
  from: "1.0.85",
  since: { PermissionRequest: "2.0.45", PostToolUseFailure: "2.1.33", StopFailure: "2.1.78" },
  gate: {
    file: "settings.json",
    format: "json",
    read: (settings) => ({
      off: fields(settings).disableAllHooks === true ? '"disableAllHooks": true' : null,
      untrusted: null,
      hint: "Take that line out to have them run.",
    }),
  },
};
