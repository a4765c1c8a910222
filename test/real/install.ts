import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Agent, Package } from "./types.ts";

const run = promisify(execFile);

/** What runs inside the sandbox: Codex's launcher, the mock model's and ccmux's own programs. */
const NODE: Package = { name: "node", version: "24.21.0", folder: "node24" };

/** Where the agents' packages stay between runs: outside the checkout, which they outweigh. */
export const cacheFolder =
  process.env["CCMUX_AGENTS_CACHE"] ||
  join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "ccmux-agents");

/** Installs what is missing, or there in another version, with the plain npm on PATH. */
export async function installAgents(agents: Agent[]): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const packages = [NODE, ...agents.flatMap(({ install, also = [] }) => [install, ...also])];
  for (const together of Map.groupBy(packages, ({ folder }) => folder).values()) {
    const versions = await Promise.all(together.map(installedVersion));
    if (together.some(({ version }, i) => versions[i] !== version)) await install(together);
  }
}

async function installedVersion({ name, folder }: Package): Promise<string | undefined> {
  const file = join(cacheFolder, folder, "node_modules", name, "package.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text && (JSON.parse(text) as { version: string }).version;
}

/** Beside the target and then renamed, so that a run that is cut off leaves nothing half installed. */
async function install(wanted: Package[]): Promise<void> {
  const what = wanted.map(({ name, version }) => `${name}@${version}`);
  console.error(`installing ${what.join(" ")} into ${cacheFolder}`);
  const target = join(cacheFolder, wanted[0]!.folder);
  const fresh = await mkdtemp(`${target}-`);
  try {
    const flags = ["--no-audit", "--no-fund", "--save-exact"];
    await run("npm", ["install", "--prefix", fresh, ...flags, ...what], { timeout: 300_000 });
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
