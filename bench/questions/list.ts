import { median, raceCommands, type Question } from "../measure.ts";

export const list: Question = {
  name: "list",
  asks: "ccmux list --json, 1,000 sessions, daemon warm: ≤ 2 × node -e 0; the human table ≤ 2.5 ×",
  async run({ fleet: fleetOf, size, rounds, installed }) {
    const { env } = await fleetOf(size);
    const commands = [
      [process.execPath, "-e", "0"],
      [installed.launcher, "list", "--json"],
      [installed.launcher, "list"],
    ];
    raceCommands(commands, env, 2); // Warms the compile cache.
    const [bare, json, table] = raceCommands(commands, env, rounds).map(median);
    const bound = { by: "node -e 0", value: bare! };
    const unit = "ms";
    return [
      {
        name: `ccmux list --json, ${size} sessions`,
        value: json!,
        unit,
        bound,
        budget: { atMost: 2 },
      },
      {
        name: `ccmux list, ${size} sessions`,
        value: table!,
        unit,
        bound,
        budget: { atMost: 2.5 },
      },
    ];
  },
};
