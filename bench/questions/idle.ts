import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { FIELDS, HOSTILE } from "../../src/workers/panes.ts";
import { costOf } from "../cost.ts";
import { REST_MS, type Fleet } from "../fleet.ts";
import type { Figure, Question } from "../measure.ts";

/** The same format string as ours, in a shell. */
const FORMAT = [...FIELDS, ...HOSTILE].join("\t");
const SHELL_LOOP = `while :; do tmux -S "$1" list-panes -a -F "$2" >/dev/null; sleep 1; done`;

/** A list comes every ten seconds at rest: a span has several. */
const SPANS = 3;

export const idle: Question = {
  name: "idle",
  asks: "1,000 agents, nothing moving: ≤ 3 % of one core; with tmux's share ≤ 2 × the same list from a shell loop",
  async run({ fleet: fleetOf, size, seconds }) {
    const fleet = await fleetOf(size);
    await sleep(REST_MS);
    const atRest = await spanOf(fleet, SPANS * seconds);
    const reader = request({ socketPath: fleet.socket, path: "/v1/events" }, (events) =>
      events.resume(),
    );
    reader.on("error", () => {}).end();
    await sleep(REST_MS);
    const listened = await spanOf(fleet, SPANS * seconds);
    reader.destroy();
    await fleet.stop();
    const loop = await shellLoop(fleet, seconds);
    await fleet.start();
    await fleet.settle();
    const by = `sh -c '${SHELL_LOOP}' - SOCKET FORMAT, with tmux's share`;
    return [...figuresOf("idle", atRest), ...figuresOf("idle while somebody listens", listened)];

    function figuresOf(
      what: string,
      { daemon, tmux }: Awaited<ReturnType<typeof spanOf>>,
    ): Figure[] {
      const unit = "% of a core";
      const whole = { name: `${what}, with tmux's share, ${size} sessions`, value: daemon + tmux };
      return [
        {
          name: `${what}, daemon and its children, ${size} sessions`,
          value: daemon,
          unit,
          bound: null,
          budget: { atMost: 3 },
        },
        { ...whole, unit, bound: { by, value: loop }, budget: { atMost: 2 } },
      ];
    }
  },
};

/** What a span costs, in percent of a core. */
export async function spanOf(
  fleet: Fleet,
  seconds: number,
): Promise<{ daemon: number; tmux: number }> {
  const server = serverOf(fleet);
  const [before, tmuxBefore] = [costOf(fleet.pid).cpuMs, costOf(server).cpuMs];
  await sleep(seconds * 1000);
  return {
    daemon: (costOf(fleet.pid).cpuMs - before) / seconds / 10,
    tmux: (costOf(server).cpuMs - tmuxBefore) / seconds / 10,
  };
}

async function shellLoop(fleet: Fleet, seconds: number): Promise<number> {
  const loop = spawn("sh", ["-c", SHELL_LOOP, "-", fleet.stage.socket, FORMAT], {
    env: fleet.env,
    stdio: "ignore",
  });
  const server = serverOf(fleet);
  await sleep(1000);
  const [before, tmuxBefore] = [costOf(loop.pid!).cpuMs, costOf(server).cpuMs];
  await sleep(seconds * 1000);
  const spent = costOf(loop.pid!).cpuMs - before + costOf(server).cpuMs - tmuxBefore;
  loop.kill();
  await once(loop, "exit");
  return spent / seconds / 10;
}

const serverOf = ({ stage }: Fleet): number => stage.actors[0]!.pane!.server.pid;
