import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** ccmux as it is installed: compiled, in a folder of its own. What people run is what is measured. */
export interface Installed {
  dir: string;
  launcher: string;
  entry: string;
  remove(): void;
}

export function install(): Installed {
  const dir = mkdtempSync(join(tmpdir(), "ccmux-bench-"));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), [
    "-p",
    join(ROOT, "src"),
    "--outDir",
    join(dir, "dist"),
  ]);
  for (const name of ["bin", "package.json"])
    cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  for (const folder of ["stage/screens", "setup/hooks"])
    cpSync(join(ROOT, "src", folder), join(dir, "dist", folder), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  return {
    dir,
    launcher: join(dir, "bin/ccmux"),
    entry: join(dir, "bin/entry.mjs"),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
