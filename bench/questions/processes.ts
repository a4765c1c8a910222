import { setTimeout as sleep } from "node:timers/promises";
import type { Question } from "../measure.ts";

export const processes: Question = {
  name: "processes",
  asks: "subprocesses in a steady scan: ≤ 2 per tmux server, whatever N",
  async run({ fleet: fleetOf, size, seconds }) {
    const fleet = await fleetOf(size);
    const before = await fleet.counters();
    await sleep(seconds * 1000);
    const after = await fleet.counters();
    const scans = after.scans! - before.scans!;
    const perScan = (...names: string[]): number =>
      names.reduce((sum, name) => sum + after[name]! - before[name]!, 0) / scans;
    return [
      {
        name: `processes started in a steady scan, ${size} sessions`,
        value: perScan("lists", "captureClients"),
        unit: "",
        bound: null,
        budget: { atMost: 2 },
      },
      {
        name: `captures in a steady scan, ${size} sessions`,
        value: perScan("captures"),
        unit: "",
        bound: null,
        budget: { atMost: 0 },
      },
    ];
  },
};
