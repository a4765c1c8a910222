import fs from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { World } from "../setup/survey.ts";
import { ourHome, ourPaths } from "./_client.ts";

/** Where setup runs when a person runs it. */
export function setupWorld(): World {
  return {
    disk: fs,
    env: process.env,
    home: ourHome(),
    paths: ourPaths(),
    uid: process.getuid?.() ?? -1,
    launcher: findLauncher(),
  };
}

/** As a person starts us: by the name on PATH, which stays when what it links to is another version's. */
function findLauncher(): string {
  const ours = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));
  const folders = (process.env.PATH ?? "").split(delimiter).filter((one) => one.startsWith("/"));
  const named = folders.map((folder) => join(folder, "ccmux"));
  return named.find((path) => realPath(path) === fs.realpathSync(ours)) ?? ours;
}

function realPath(path: string): string | null {
  try {
    return fs.realpathSync(path);
  } catch {
    return null;
  }
}
