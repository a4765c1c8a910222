import type { SetupRules } from "../_setup.ts";
import { agentFolder } from "./log.ts";

export const setup: SetupRules = {
  programs: ["pi"],
  gains: "when a turn begins and ends, at once, and the dialogs of its extensions",
  folder: (env, home) => agentFolder(env.PI_CODING_AGENT_DIR, home),
  place: { kind: "plugin", file: "extensions/ccmux-hook.js" },
};
