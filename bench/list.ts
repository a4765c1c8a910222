import { createFleet, type Installed } from "./fleet.ts";
import { raceCommands, type Figure } from "./measure.ts";

/** Design 11: `list` with a warm daemon, against a Node that does nothing. */
export async function benchList(
  size: number,
  rounds: number,
  installed: Installed,
): Promise<Figure[]> {
  const fleet = await createFleet(size, installed);
  try {
    fleet.startDaemon();
    const commands = [
      [process.execPath, "-e", "0"],
      [installed.launcher, "list", "--json"],
      [installed.launcher, "list"],
    ];
    raceCommands(commands, fleet.env, 2); // Warms the daemon and the compile cache.
    const [bare, json, table] = raceCommands(commands, fleet.env, rounds);
    const bound = { name: "node -e 0", value: bare! };
    return [
      { name: `ccmux list --json, ${size} sessions`, value: json!, unit: "ms", bound, budget: 2 },
      { name: `ccmux list, ${size} sessions`, value: table!, unit: "ms", bound, budget: 2.5 },
    ];
  } finally {
    await fleet.close();
  }
}
