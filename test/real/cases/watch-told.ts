/**
 * The independent witness of what agents tell. Runs inside the sandbox, beside ccmux, and imports nothing of it:
 * prints one JSON line whenever a file of theirs is another one.
 *
 *   node watch-told.ts FOLDER…
 */
import { readdirSync, readFileSync, statSync } from "node:fs";

/** A marker that a hook wrote, or a state that an agent publishes. */
export interface Told {
  path: string;
  /** When the file was written, in epoch milliseconds. */
  writtenAt: number;
  /** The moment that a published state names itself. */
  statedAt: number | null;
}

const EVERY_MS = 4;
const last = new Map<string, number>();

function look(folder: string): void {
  for (const name of readdirSync(folder)) {
    // The key beside a state is a secret of the agent's.
    if (!name.endsWith(".json")) continue;
    const path = `${folder}/${name}`;
    const { mtimeMs } = statSync(path);
    if (last.get(path) === mtimeMs) continue;
    last.set(path, mtimeMs);
    const stated = /"statusUpdatedAt": ?(\d+)/.exec(readFileSync(path, "utf8"))?.[1];
    const told: Told = { path, writtenAt: mtimeMs, statedAt: stated ? Number(stated) : null };
    console.log(JSON.stringify(told));
  }
}

if (import.meta.main) {
  process.stdout.on("error", () => process.exit());
  setInterval(() => {
    for (const folder of process.argv.slice(2)) {
      try {
        look(folder);
      } catch {
        // Not there yet, or a file that was replaced between the two calls: the next look has it.
      }
    }
  }, EVERY_MS);
}
