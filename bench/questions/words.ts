import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { about, readEvents } from "../events.ts";
import type { Fleet } from "../fleet.ts";
import { quantile, until, type Figure, type Question } from "../measure.ts";

const LIMIT_MS = 30_000;
/** Between two changes: long enough that no look of the one is left at the next. */
const PAUSE_MS = 150;

export const words: Question = {
  name: "words",
  asks: "marker or published change → event at a reader, 1,000 sessions: p50 ≤ 20 ms, p99 ≤ 150 ms",
  async run({ fleet: fleetOf, size, rounds }) {
    const { event, watched } = await wordLatencies(await fleetOf(size), rounds * 2);
    const by = "node: fs.watch on the folder, readFileSync";
    const figure = (part: number, budget: Figure["budget"], bound: Figure["bound"]): Figure => ({
      name: `marker or published change → event, p${part * 100}, ${size} sessions`,
      value: quantile(event, part),
      unit: "ms",
      bound,
      budget,
    });
    return [
      figure(0.5, { atMost: 20 }, null),
      figure(0.99, { atMost: 150 }, null),
      figure(0.5, null, { by, value: quantile(watched, 0.5) }),
    ];
  },
};

/**
 * Has hooks and agents say something new, in turns.
 * @returns when the event of it came, and when a bare watcher had read the same file, in milliseconds
 */
export async function wordLatencies(
  fleet: Fleet,
  count: number,
): Promise<Record<"event" | "watched", number[]>> {
  const reader = await readEvents(fleet.socket);
  const event: number[] = [];
  const watched: number[] = [];
  const publisher = fleet.stage.actors.find(({ published }) => published)!;
  const hooked = fleet.stage.actors.find(({ agent }) => agent === "codex")!;
  const folders = [
    join(fleet.stage.home, ".claude/sessions"),
    join(fleet.env.CCMUX_HOME!, "session-pids"),
  ];
  let readAt = 0;
  const watchers = folders.map((folder) =>
    watch(folder, (_event, name) => {
      if (!name?.endsWith(".json") || readAt > 0) return;
      readFileSync(join(folder, name));
      readAt = performance.now();
    }),
  );
  try {
    for (let turn = 0; turn < count; turn++) {
      const isPublished = turn % 2 === 0;
      const { pid } = (isPublished ? publisher : hooked).process!;
      const command = `make ${turn}`;
      const status = turn % 4 === 0 ? "busy" : "idle";
      readAt = 0;
      const begun = performance.now();
      if (isPublished) fleet.stage.publish(publisher, status);
      else
        fleet
          .saidOf(hooked)
          .mark("PermissionRequest", { tool_name: "Bash", tool_input: { command } });
      const at = await reader.next((one) => {
        const row = about(one, pid);
        if (!row) return false;
        return isPublished
          ? row.status === (status === "busy" ? "working" : "idle")
          : row.attention?.text?.includes(command) === true;
      }, LIMIT_MS);
      event.push(at - begun);
      await until(() => readAt > 0);
      watched.push(readAt - begun);
      await sleep(PAUSE_MS);
    }
  } finally {
    reader.close();
    for (const watcher of watchers) watcher.close();
  }
  return { event, watched };
}
