import type { SnapshotJson } from "../core/session.ts";
import { ask, query } from "./_client.ts";
import { follow } from "./_follow.ts";
import { print, printJson, terminalWidth } from "./_output.ts";
import { renderTable } from "./_table.ts";

type Filters = Readonly<Record<string, string | boolean | undefined>>;

const CLOCK_MS = 1000;
/** Many rows may change in one tick: one drawing for all of them. */
const GATHER_MS = 40;

/**
 * `list --watch`: redraws in place; with `--json` (or without a terminal) one whole snapshot a line,
 * whenever something has changed.
 */
export async function watchList(
  filters: Filters,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  const inPlace = process.stdout.isTTY && !json;
  let shown: SnapshotJson | null = null;
  let last = "";
  const draw = async (): Promise<void> => {
    if (!shown) return;
    const text = json
      ? JSON.stringify(shown)
      : await renderTable(shown.sessions, Date.now(), terminalWidth());
    if (text === last) return;
    last = text;
    if (json) await printJson(shown);
    else await print(inPlace ? frame(cutRows(text.split("\n"), process.stdout.rows || 24)) : text);
  };
  const clock = inPlace ? setInterval(() => void draw(), CLOCK_MS) : null;
  if (inPlace) {
    process.stdout.write("\x1b[?1049h\x1b[?25l");
    for (const signal of ["SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => process.exit(143));
    process.on("exit", () => process.stdout.write("\x1b[?25h\x1b[?1049l"));
    process.stdout.on("resize", () => void draw());
  }
  let gathering: NodeJS.Timeout | null = null;
  const refresh = async (): Promise<void> => {
    shown = await ask<SnapshotJson>({ path: `/v1/sessions${query(filters)}` });
    await draw();
  };
  try {
    const { signal } = new AbortController();
    for await (const _event of follow(null, signal)) {
      gathering ??= setTimeout(() => {
        gathering = null;
        refresh().catch(() => {}); // The daemon restarts: the stream finds it again and asks anew.
      }, GATHER_MS);
    }
  } finally {
    if (clock) clearInterval(clock);
  }
}

/** From the top left, each row cleared to its end, and what is below: nothing flickers. */
export function frame(lines: readonly string[]): string {
  return `\x1b[H${lines.map((line) => `${line}\x1b[K`).join("\n")}\x1b[J`;
}

/** Fewer than `rows` of them, and how many more there are: those at the top need you first. */
export function cutRows(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length < rows) return lines;
  const shown = lines.slice(0, Math.max(0, rows - 2));
  return [...shown, `… ${lines.length - shown.length} more`];
}
