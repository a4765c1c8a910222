import { readdirSync } from "node:fs";
import { basename, extname } from "node:path";
import type { Agent } from "./define.ts";

/**
 * Every agent in this folder, by name. Found by listing the folder, so that a new agent is one new
 * file and no edit here; one that outgrows its file becomes a folder with an index.
 */
export const agents: ReadonlyMap<string, Agent> = await loadAgents();

async function loadAgents(): Promise<Map<string, Agent>> {
  // Our own extension: `.ts` when run from source, `.js` when run from `dist`.
  const ext = extname(import.meta.url);
  const loading = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || extname(entry.name) === ext)
    .filter(
      ({ name }) => !name.startsWith("_") && name !== `index${ext}` && name !== `define${ext}`,
    )
    .map(async (entry): Promise<[string, Agent]> => {
      const path = entry.isDirectory() ? `./${entry.name}/index${ext}` : `./${entry.name}`;
      const module = await import(new URL(path, import.meta.url).href);
      return [basename(entry.name, ext), module.default];
    });
  return new Map(await Promise.all(loading));
}
