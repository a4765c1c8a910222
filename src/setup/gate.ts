/** Whether an agent runs the hooks that it has. */
import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import type { Gate, PlacedHook, Standing } from "../agents/_setup.ts";
import type { Fields } from "../agents/_fields.ts";
import { parseJson } from "./edit-json.ts";
import type { Disk } from "./target.ts";

export function readGate(
  disk: Disk,
  folder: string,
  { file, format, read }: Gate,
  hooks: readonly PlacedHook[],
): Standing {
  return read(readSettings(disk, join(folder, file), format), hooks);
}

/** Nothing where there is nothing that can be read: the agent itself says so then. */
function readSettings(disk: Disk, path: string, format: Gate["format"]): Fields {
  try {
    const text = disk.readFileSync(path, "utf8").replace(/^\uFEFF/, "");
    if (format === "toml") return parseToml(text);
    const root = parseJson(text);
    const value: unknown = root && typeof root === "object" ? getNodeValue(root) : null;
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
