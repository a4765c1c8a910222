import type { SetupRules } from "../_setup.ts";

export const setup: SetupRules = {
  programs: ["opencode"],
  gains: "permissions and questions in its own words, and the end of a turn at once",
  // What `OPENCODE_CONFIG_DIR` names is read beside it: both would tell everything twice.
  folder: (env, home) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`,
  place: { kind: "plugin", file: "plugin/ccmux-hook.js" },
};
