import type { LogRules } from "../_log.ts";
import { needles, readEntry } from "../_pi-lines.ts";
import { examples } from "./log-examples.ts";

export const log: LogRules = {
  folders: ({ env, home }) => [`${agentFolder(env.PI_CODING_AGENT_DIR, home)}/sessions`],
  path: /[^/]+\/[^/_]+_([\w-]{1,128})\.jsonl$/,
  depth: 1,
  needles,
  read: (line) => readEntry(line),
  examples,
};

/** Pi takes a `~` for the home. */
export function agentFolder(set: string | undefined, home: string): string {
  return (set || "~/.pi/agent").replace(/^~(?=\/|$)/, home).replace(/\/+$/, "");
}
