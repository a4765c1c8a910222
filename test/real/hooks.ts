import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { agents } from "../../src/agents/index.ts";
import { hookFiles } from "../../src/setup/hook-files.ts";
import { HOME } from "./ccmux.ts";
import type { Agent, HookPlace } from "./types.ts";

/** Below the agent's home, which is `/home/dev` inside. */
const SCRIPT = ".ccmux/ccmux-hook.sh";

/** Makes the agent of a sandbox tell ccmux what it wants to hear. */
export async function installHooks({ name, hooks }: Agent, home: string): Promise<void> {
  const events = agents.get(name)?.hooks?.events;
  if (!events) throw new Error(`ccmux reads no hooks of ${name}`);
  // The agent's environment does not name ccmux's home there: what setup knew does.
  const { script, plugin } = hookFiles(name, events, `${HOME}/session-pids`);
  await write(join(home, SCRIPT), script);
  const file = join(home, hooks.file);
  const before = await readFile(file, "utf8").catch(() => "");
  const command = (event: string) => `/home/dev/${SCRIPT} ${name} ${event}`;
  await write(file, hooks.write({ events, command, plugin }, before));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o755 });
}

/** Settings in JSON, with groups of hooks by event. */
export function settings(file: string, group: object = {}, more: object = {}): HookPlace {
  return {
    file,
    write({ events, command }, before) {
      const entry = (event: string) => [
        { ...group, hooks: [{ type: "command", command: command(event) }] },
      ];
      const hooks = Object.fromEntries(events.map((event) => [event, entry(event)]));
      return JSON.stringify({ ...JSON.parse(before || "{}"), ...more, hooks }, null, 1);
    },
  };
}

/** A folder whose files the agent loads. */
export function plugin(file: string): HookPlace {
  return { file, write: (wanted) => wanted.plugin };
}
