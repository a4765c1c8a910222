import { readFileSync } from "node:fs";
import { knownAgents } from "../../src/setup/survey.ts";
import { settingsOf, type TestWorld } from "./world.ts";

/** Agents that start a command, by name. */
export const COMMANDED = knownAgents().flatMap(({ agent, rules }) =>
  rules.place.kind === "json" ? [agent.name] : [],
);

/** What setup has stored for an agent to run: event → command. */
export function storedCommands(world: TestWorld, agent: string): Map<string, string> {
  const text = readFileSync(settingsOf(world, agent), "utf8");
  const strings = [...text.matchAll(/"(?:command|bash)": ("(?:[^"\\]|\\.)*ccmux-hook[^"]*")/g)];
  return new Map(
    strings.map(([, source]) => {
      const command = JSON.parse(source!) as string;
      return [command.slice(command.lastIndexOf(" ") + 1), command];
    }),
  );
}
