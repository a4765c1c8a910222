import { readFileSync } from "node:fs";

/** What is written into an agent's folders, from the files beside this one. */
export interface HookFiles {
  /** For agents that start a command: `ccmux-hook.sh <agent> <event>`, the payload on stdin or as last argument. */
  script: string;
  /** For agents that load code. */
  plugin: string;
}

/**
 * @param events by the agent's own names, as its file has them
 * @param markers the folder where markers are expected, if the agent's environment does not tell
 */
export function hookFiles(agent: string, events: readonly string[], markers: string): HookFiles {
  const fill = (text: string, lines: Readonly<Record<string, string>>): string =>
    Object.entries(lines).reduce((all, [empty, full]) => all.replace(empty, () => full), text);
  return {
    script: fill(read("ccmux-hook.sh"), { "\nknown= ": `\nknown=${quote(markers)} ` }),
    plugin: fill(read("ccmux-plugin.js"), {
      'const AGENT = "";': `const AGENT = ${JSON.stringify(agent)};`,
      "const EVENTS = [];": `const EVENTS = ${JSON.stringify(events)};`,
      'const KNOWN = "";': `const KNOWN = ${JSON.stringify(markers)};`,
    }),
  };
}

function read(name: string): string {
  return readFileSync(new URL(`hooks/${name}`, import.meta.url), "utf8");
}

/** As one word of a shell's. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
