import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A project with the package in its `node_modules` as npm would leave it, built from this checkout, and with the examples. */
export async function installBuilt(project: string): Promise<void> {
  const home = join(project, "node_modules/ccmux");
  mkdirSync(home, { recursive: true });
  for (const name of ["package.json", "bin"])
    cpSync(join(ROOT, name), join(home, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(home, "node_modules"));
  // For those who compile against it, as `npm i -D @types/node` would.
  symlinkSync(join(ROOT, "node_modules/@types"), join(project, "node_modules/@types"));
  cpSync(join(ROOT, "examples"), join(project, "examples"), { recursive: true });
  const args = ["-p", join(ROOT, "src"), "--outDir", join(home, "dist")];
  const { PATH = "" } = process.env;
  const options = { cwd: project, env: { PATH }, timeoutMs: 240_000 };
  const { code, stdout } = await run(join(ROOT, "node_modules/.bin/tsc"), args, options);
  if (code !== 0) throw new Error(`The build ended with ${code}: ${stdout}`);
}
