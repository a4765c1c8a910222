import type { SetupRules } from "../_setup.ts";
import { agentFolders } from "./log.ts";

export const setup: SetupRules = {
  programs: ["omp"],
  gains: "permissions and questions in its own words, and the end of a turn at once",
  folder: (env, home) => agentFolders(env, home)[0]!,
  place: { kind: "plugin", file: "extensions/ccmux-hook.js" },
};
