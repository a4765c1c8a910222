import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOME, type Ccmux } from "./ccmux.ts";
import type { Cell } from "./judge.ts";
import { isRight } from "./judge.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Moment } from "./types.ts";
import type { Sighting } from "./watch.ts";

/** Writes the pane as it was when ccmux said the wrong thing, or could not tell, beside the result. */
export async function saveCaptures(
  folder: string,
  cells: Cell[],
  sightings: Sighting[],
): Promise<void> {
  for (const { state, expected, why, wrongAt } of cells) {
    if (wrongAt === null) continue;
    const upTo = sightings.filter(({ at }) => at <= wrongAt);
    const seen = upTo.findLast((sighting) => "look" in sighting);
    const file = upTo.findLast((sighting) => "file" in sighting);
    const look = seen && "look" in seen ? seen.look : undefined;
    const head = [
      `expected: ${expected}`,
      `said: ${why}`,
      `at: ${new Date(wrongAt).toISOString()}`,
      `title: ${look?.title ?? ""}`,
      `published: ${file && "file" in file ? JSON.stringify(file.file) : ""}`,
    ];
    await writeFile(
      join(folder, fileName(state, "txt")),
      `${head.join("\n")}\n\n${look?.screen ?? ""}`,
    );
  }
}

/** While a state that ccmux has wrong still stands, keeps its own account of why. */
export async function saveExplanation(folder: string, ccmux: Ccmux, moment: Moment): Promise<void> {
  const said = ccmux.now(moment.pid);
  if (!said || said.status === "gone" || isRight(moment.truth, said)) return;
  const text = await ccmux.command("explain", said.id, "--json").catch(String);
  await writeFile(join(folder, fileName(moment.state, "explain.json")), text);
}

/** What the mock model and the daemon wrote down. */
export async function saveLogs(folder: string, sandbox: Sandbox): Promise<void> {
  const tail = `tail -c 200000 ${HOME}/state/*.log 2>/dev/null || true`;
  await writeFile(join(folder, "requests.jsonl"), await sandbox.requests());
  await writeFile(join(folder, "ccmux.log"), await sandbox.run(["sh", "-c", tail]));
}

function fileName(state: string, extension: string): string {
  return `${state.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.${extension}`;
}

/** What the hooks have written last, of each conversation. */
export async function saveMarkers(folder: string, sandbox: Sandbox): Promise<void> {
  const all = `tail -n +1 ${HOME}/session-pids/*.json 2>/dev/null || true`;
  await writeFile(join(folder, "markers.txt"), await sandbox.run(["sh", "-c", all]));
}
