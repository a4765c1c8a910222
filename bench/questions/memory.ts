import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "../cost.ts";
import type { Fleet } from "../fleet.ts";
import type { Question } from "../measure.ts";

const BARE = `const { Worker } = require("node:worker_threads"); for (let n = 0; n < 2; n++) new Worker("setInterval(() => {}, 1e6)", { eval: true });`;
const CHANGES = 2000;

export const memory: Question = {
  name: "memory",
  asks: "1,000 sessions: ≤ 150 MB resident, flat over half an hour (bench/soak.ts), and with a stalled SSE reader",
  async run({ fleet: fleetOf, size }) {
    const fleet = await fleetOf(size);
    const bare = spawn(process.execPath, ["-e", BARE], { stdio: "ignore" });
    await sleep(3000);
    const bound = { by: `node -e '${BARE}'`, value: costOf(bare.pid!).residentMb };
    bare.kill();
    const settled = costOf(fleet.pid).residentMb;
    const grown = await stall(fleet);
    const unit = "MB";
    const name = `resident memory, ${size} sessions`;
    return [
      { name, value: settled, unit, bound: null, budget: { atMost: 150 } },
      { name, value: settled, unit, bound, budget: null },
      {
        name: `more with a reader that does not read, ${CHANGES} changes`,
        value: grown,
        unit,
        bound: null,
        budget: { atMost: 15 },
      },
    ];
  },
};

/** Memory that two thousand changes cost while somebody reads nothing of them, against as many that nobody asked for. */
async function stall({ stage, socket, pid }: Fleet): Promise<number> {
  const publishing = stage.actors.filter(({ published }) => published).slice(0, 50);
  const change = async (): Promise<number> => {
    for (let turn = 0; turn < CHANGES / publishing.length; turn++) {
      for (const actor of publishing) stage.publish(actor, turn % 2 === 0 ? "busy" : "idle");
      await sleep(100);
    }
    await sleep(2000);
    return costOf(pid).residentMb;
  };
  const before = await change();
  const reader = connect(socket);
  reader.pause();
  reader.write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const after = await change();
  reader.destroy();
  return Math.max(0, after - before);
}
