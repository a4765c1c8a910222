import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AttentionKind, Status } from "../core/types.ts";

/** A recorded screen and what it means, which a person decided by looking at it. */
export interface Screen {
  /** Its file below the folder, without the ending: `claude-2.1.332/permission-bash`. */
  id: string;
  agent: string;
  version: string;
  /** As the agent set it, padding included; empty where it was not recorded. */
  title: string;
  status: Exclude<Status, "unknown">;
  /** Only with `waiting`. */
  kind: AttentionKind | null;
  composer: "empty" | "draft" | "none";
  /** Traps; and what else tells where the screen alone can't. */
  note: string;
  cols: number;
  rows: number;
  /** Column and row, from 0; null where it was not recorded. */
  cursor: { x: number; y: number; visible: boolean } | null;
  /** Rows with their colours where those were recorded. Attributes run on from row to row. */
  lines: readonly string[];
}

export interface Screens {
  /** Throws when there is none of that name. */
  get(id: string): Screen;
  ids: readonly string[];
}

/** The demo's own. A path beside this file, so that it holds in a checkout and in a package. */
export const DEMO_SCREENS = fileURLToPath(new URL("./screens/", import.meta.url));

/** A folder of recordings: `expected.tsv`, and per row of it a `.txt` or `.ansi` with a `.meta`. */
export function readScreens(folder: string): Screens {
  const [, ...table] = readFileSync(join(folder, "expected.tsv"), "utf8")
    .split("\n")
    .filter(Boolean);
  const rows = new Map(
    table.map((line) => {
      const row = line.split("\t");
      return [row[0]!.replace(/\.(?:txt|ansi)$/, ""), row];
    }),
  );
  const read = new Map<string, Screen>();
  return {
    ids: [...rows.keys()],
    get(id) {
      const row = rows.get(id);
      if (!row) throw new Error(`No screen "${id}" among the ${rows.size} in ${folder}`);
      const screen = read.get(id) ?? readScreen(folder, id, row);
      read.set(id, screen);
      return screen;
    },
  };
}

function readScreen(folder: string, id: string, row: readonly string[]): Screen {
  const [, agent = "", version = "", title = "", status, kind, composer, note = ""] = row;
  const path = join(folder, id);
  const text = readFileSync(existsSync(`${path}.ansi`) ? `${path}.ansi` : `${path}.txt`, "utf8");
  const lines = text.replace(/\n$/, "").split("\n");
  const meta = existsSync(`${path}.meta`) ? readMeta(readFileSync(`${path}.meta`, "utf8")) : {};
  // Recordings without a `.meta` are of the same two sizes.
  const [cols, rows] = meta.size?.split("x").map(Number) ?? [
    lines.length > 24 ? 120 : 80,
    lines.length,
  ];
  const [x, y] = meta.cursor?.split(",").map(Number) ?? [];
  return {
    id,
    agent,
    version,
    title: meta.title ?? title,
    status: status as Screen["status"],
    kind: (kind || null) as AttentionKind | null,
    composer: composer as Screen["composer"],
    note,
    cols: cols!,
    rows: rows!,
    cursor: x === undefined ? null : { x, y: y!, visible: meta.cursor_visible === "1" },
    lines,
  };
}

function readMeta(text: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    text.split("\n").map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
