import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../src/stage/actor.ts";
import { about, readEvents } from "../events.ts";
import type { Fleet } from "../fleet.ts";
import { quantile, type Figure, type Question } from "../measure.ts";

const SHELL_LOOP = `until tmux -S "$1" capture-pane -p -t "$2" | grep -q "$3"; do sleep 1; done`;
const DIALOG = "claude-2.1.332/permission-bash";
const WORDS = "Do you want to proceed";

export const screens: Question = {
  name: "screens",
  asks: "text that appears only on the screen → event: p50 ≤ 0.7 s, p99 ≤ 1.5 s",
  async run({ fleet: fleetOf, size, rounds }) {
    const fleet = await fleetOf(size);
    const dialog = fleet.screens.get(DIALOG);
    const idle = fleet.stage.actors.filter(
      ({ agent, screen, published }) =>
        agent === "claude" &&
        screen.status === "idle" &&
        !published &&
        screen.cols === dialog.cols &&
        screen.rows === dialog.rows,
    );
    const reader = await readEvents(fleet.socket);
    const times: number[] = [];
    const byHand: number[] = [];
    try {
      for (const [at, actor] of idle.slice(0, rounds).entries()) {
        const before = actor.screen;
        // Anywhere between two scans.
        await sleep(500 + Math.random() * 1000);
        const loop = at % 5 === 0 ? lookByHand(fleet, actor) : null;
        if (loop) await sleep(200);
        const begun = performance.now();
        await fleet.stage.draw(actor, dialog);
        const { pid } = actor.process!;
        times.push((await reader.next((one) => about(one, pid)?.status === "waiting")) - begun);
        if (loop) byHand.push((await loop) - begun);
        await fleet.stage.draw(actor, before);
      }
    } finally {
      reader.close();
    }
    await fleet.settle();
    const by = `sh -c '${SHELL_LOOP}' - SOCKET PANE WORDS, of one pane`;
    const figure = (part: number, budget: Figure["budget"], bound: Figure["bound"]): Figure => ({
      name: `text on the screen → event, p${part * 100}, ${size} sessions`,
      value: quantile(times, part) / 1000,
      unit: "s",
      bound,
      budget,
    });
    return [
      figure(0.5, { atMost: 0.7 }, null),
      figure(0.99, { atMost: 1.5 }, null),
      figure(0.5, null, { by, value: quantile(byHand, 0.5) / 1000 }),
    ];
  },
};

/** @returns the moment when a shell loop has seen the dialog */
async function lookByHand({ stage, env }: Fleet, actor: Actor): Promise<number> {
  const loop = spawn("sh", ["-c", SHELL_LOOP, "-", stage.socket, actor.pane!.id, WORDS], {
    env,
    stdio: "ignore",
  });
  await once(loop, "exit");
  return performance.now();
}
