import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Agent } from "./types.ts";

type Package = Agent["install"];

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
  for (const wanted of [NODE, ...agents.map(({ install }) => install)]) {
    if ((await installedVersion(wanted)) !== wanted.version) await install(wanted);
  }
}

async function installedVersion({ name, folder }: Package): Promise<string | undefined> {
  const file = join(cacheFolder, folder, "node_modules", name, "package.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text && (JSON.parse(text) as { version: string }).version;
}

/** Beside the target and then renamed, so that a run that is cut off leaves nothing half installed. */
async function install(wanted: Package): Promise<void> {
  console.error(`installing ${wanted.name}@${wanted.version} into ${cacheFolder}`);
  const target = join(cacheFolder, wanted.folder);
  const fresh = await mkdtemp(`${target}-`);
  try {
    const what = `${wanted.name}@${wanted.version}`;
    await run(
      "npm",
      ["install", "--prefix", fresh, "--no-audit", "--no-fund", "--save-exact", what],
      {
        timeout: 300_000,
      },
    );
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
