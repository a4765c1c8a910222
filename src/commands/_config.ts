import { existsSync } from "node:fs";
import type { Agent } from "../agents/define.ts";
import type { Config } from "../core/config.ts";
import type { ConfigProblem } from "../core/config-problem.ts";
import { ourHome, ourPaths } from "./_client.ts";

export interface OurConfig {
  config: Config;
  problems: readonly ConfigProblem[];
  /** Ours and the config's, as the daemon has them. */
  agents: ReadonlyMap<string, Agent>;
}

/** The config in force in this process too. Loads what only some commands can afford. */
export async function loadConfig(): Promise<OurConfig> {
  const { agentsToJson } = await import("../core/config.ts");
  const { readConfigFile } = await import("../io/config-file.ts");
  const { registry, useAgents } = await import("../agents/_registry.ts");
  const { config, problems } = readConfigFile(ourPaths().config, ourHome());
  const change = await useAgents(agentsToJson(config));
  return { config, problems: [...problems, ...change.problems], agents: registry };
}

/** The same agents, without what only the config's own cost. */
export async function loadAgents(): Promise<OurConfig["agents"]> {
  if (existsSync(ourPaths().config)) return (await loadConfig()).agents;
  return (await import("../agents/_registry.ts")).registry;
}
