import type { Occupant } from "./world.ts";

/** Who is where. */
export interface Occupancy {
  /** By the session's id. */
  readonly all: ReadonlyMap<string, Occupant>;
  readonly byPid: ReadonlyMap<number, Occupant>;
  /** Whose drawing a pane shows. */
  inFront(socket: string, pane: string): Occupant | undefined;
}

export function occupancyOf(bound: readonly Occupant[]): Occupancy {
  const inFront = new Map(
    bound.flatMap((one) =>
      one.pane?.inFront ? [[`${one.pane.socket} ${one.pane.info.id}`, one] as const] : [],
    ),
  );
  return {
    all: new Map(bound.map((occupant) => [occupant.id, occupant])),
    byPid: new Map(bound.map((occupant) => [occupant.process.pid, occupant])),
    inFront: (socket, pane) => inFront.get(`${socket} ${pane}`),
  };
}

/** Nothing about where it is has changed. What it is, as seen last, is the same object then. */
export function isAsBefore(before: Occupant | undefined, now: Occupant): boolean {
  return (
    before !== undefined &&
    // What is listed of a background agent comes anew each time.
    before.job === undefined &&
    now.job === undefined &&
    before.process === now.process &&
    before.bound === now.bound &&
    before.because === now.because &&
    before.pane?.socket === now.pane?.socket &&
    before.pane?.info === now.pane?.info &&
    before.pane?.inFront === now.pane?.inFront
  );
}
