import type { SetupRules } from "../_setup.ts";
import { agentFolder } from "./log.ts";

export const setup: SetupRules = {
  programs: ["pi"],
  gains: "the begin and the end of a turn at once, and the dialogs of its extensions",
  folder: (env, home) => agentFolder(env.PI_CODING_AGENT_DIR, home),
  place: { kind: "plugin", file: "extensions/ccmux-hook.js" },
};
