import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionJson } from "../../src/core/session.ts";
import { eventually } from "./eventually.ts";
import type { Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";

const TYPIST = fileURLToPath(new URL("./typist.mjs", import.meta.url));

export interface Typist {
  id: string;
  pane: string;
  /** What was submitted to it. */
  prompts(): unknown[];
}

/** An agent that can be typed to, once ccmux knows what it does. */
export async function openTypist(
  lab: Lab,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Typist> {
  const claude = join(lab.dir, "claude");
  if (!existsSync(claude)) symlinkSync(process.execPath, claude);
  const words = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  const files = ["bytes", "prompts"].map((kind) => join(lab.dir, `${kind}-${name}`));
  const pane = await openPane(lab.stage, "env", ...words, claude, TYPIST, ...files);
  const isUp = (row: SessionJson): boolean => row.pane?.id === pane && row.status !== "unknown";
  const rows = await eventually(
    () => lab.sessions(),
    (seen) => seen.some(isUp),
    30_000,
  );
  const { id } = rows.find(isUp)!;
  const read = (): string => (existsSync(files[1]!) ? readFileSync(files[1]!, "utf8").trim() : "");
  const prompts = (): unknown[] =>
    read()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  return { id, pane, prompts };
}
