import { fields } from "../_fields.ts";
import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["gemini"],
  gains: "permissions and questions at once, and the end of a turn",
  folder: (env, home) => `${env.GEMINI_CLI_HOME || home}/.gemini`,
  place: {
    kind: "json",
    file: "settings.json",
    at: ["hooks"],
    group: { matcher: "*" },
    // The name is what it shows while the hook runs.
    hook: (command) => ({ type: "command", name: "ccmux", command }),
  },
  from: "0.26.0",
  gate: {
    file: "settings.json",
    format: "json",
    read: ({ hooksConfig }) => ({
      off: fields(hooksConfig).enabled === false ? '"hooksConfig": { "enabled": false }' : null,
      untrusted: null,
      hint: "Take that out to have them run.",
    }),
  },
};
