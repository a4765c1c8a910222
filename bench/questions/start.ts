import { median, raceCommands, type Question } from "../measure.ts";

const BY_HAND = `"$1" -e 0; tmux -S "$2" list-panes -a >/dev/null; tmux -S "$2" list-panes -a -F 'capture-pane -p -t #{pane_id}' | tmux -S "$2" source-file - >/dev/null; cat /proc/[0-9]*/stat >/dev/null 2>&1; :`;

export const start: Question = {
  name: "start",
  asks: "process start → first complete list, every row settled, 1,000 sessions: ≤ 2 s",
  async run({ fleet: fleetOf, size, rounds }) {
    const fleet = await fleetOf(size);
    const times: number[] = [];
    for (let round = 0; round < Math.ceil(rounds / 6); round++) times.push(await fleet.start());
    const shell = ["sh", "-c", BY_HAND, "-", process.execPath, fleet.stage.socket];
    const [byHand] = raceCommands([shell], { ...fleet.env }, times.length);
    await fleet.settle();
    const name = `start to first complete list, ${size} sessions`;
    const value = median(times);
    const bound = { by: `sh -c '${BY_HAND}' - NODE SOCKET`, value: median(byHand!) };
    return [
      { name, value, unit: "ms", bound: null, budget: { atMost: 2000 } },
      { name, value, unit: "ms", bound, budget: null },
    ];
  },
};
