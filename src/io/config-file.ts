import { readFileSync, statSync } from "node:fs";
import { DEFAULTS, readConfig, voidFile, type CheckedConfig } from "../core/config.ts";

const MAX_BYTES = 1 << 20;

/** What the config says now. No file is no problem; one that can't be read is void. Never throws. */
export function readConfigFile(path: string, home: string): CheckedConfig {
  try {
    const stat = statSync(path);
    // A pipe would keep us waiting.
    if (!stat.isFile()) return voidFile("ccmux.json", "is no file", `Put a file at ${path}.`);
    if (stat.size > MAX_BYTES) return voidFile("ccmux.json", "is over 1 MiB", "Write less.");
    const checked = readConfig(readFileSync(path, "utf8"));
    const tmuxSockets = checked.config.tmuxSockets.map((name) => name.replace(/^~(?=\/)/, home));
    return { ...checked, config: { ...checked.config, tmuxSockets } };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { config: DEFAULTS, problems: [] };
    return voidFile("ccmux.json", `can't be read (${code})`, `Make ${path} readable for you.`);
  }
}
