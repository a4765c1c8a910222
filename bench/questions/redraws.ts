import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "../cost.ts";
import { REST_MS } from "../fleet.ts";
import type { Question } from "../measure.ts";
import { startWork, workers } from "../work.ts";
import { spanOf } from "./idle.ts";

/** Lists all and captures those at work, once a second. */
const SHELL_LOOP = `while :; do tmux -S "$1" list-panes -a >/dev/null; for p in $2; do echo "capture-pane -p -t $p"; done | tmux -S "$1" source-file - >/dev/null; sleep 1; done`;

export const redraws: Question = {
  name: "redraws",
  asks: "50 of 1,000 panes redrawing ten times a second: ≤ 10 % of one core",
  async run({ fleet: fleetOf, size, seconds }) {
    const fleet = await fleetOf(size);
    const drawing = workers(fleet, size / 20);
    const work = startWork(fleet, drawing, false);
    // What the start left behind is collected soon after it, and is no part of this.
    await sleep(REST_MS);
    const { daemon } = await spanOf(fleet, 3 * seconds);
    await fleet.stop();
    const panes = drawing.map(({ pane }) => pane!.id).join(" ");
    const loop = spawn("sh", ["-c", SHELL_LOOP, "-", fleet.stage.socket, panes], {
      env: fleet.env,
      stdio: "ignore",
    });
    await sleep(1000);
    const before = costOf(loop.pid!).cpuMs;
    await sleep(seconds * 1000);
    const byHand = (costOf(loop.pid!).cpuMs - before) / seconds / 10;
    loop.kill();
    await once(loop, "exit");
    work.stop();
    await fleet.start();
    await fleet.settle();
    const name = `${drawing.length} of ${size} panes redrawing ten times a second`;
    const unit = "% of a core";
    const by = `sh -c '${SHELL_LOOP}' - SOCKET PANES`;
    return [
      { name, value: daemon, unit, bound: null, budget: { atMost: 10 } },
      { name, value: daemon, unit, bound: { by, value: byHand }, budget: null },
    ];
  },
};
