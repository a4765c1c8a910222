import { expect, it } from "vitest";
import { createEnded } from "../../src/pipeline/ended.ts";
import type { Occupant } from "../../src/pipeline/world.ts";
import { session } from "../session.ts";

const pane = { id: "%0", server: "/s", target: "m:0.0", tty: "/dev/pts/1", title: "" };
const row = (id: string, pid: number, more = {}) =>
  session(id, { pid, startedAt: pid * 1000, pane, ...more });

/** Rows of the last daemon, and who lives by now: the start of a process is its pid in seconds. */
function ended(table: readonly number[]) {
  let settle = (): void => {};
  const remembered = new Map(
    [row("lives", 10), row("recycled", 11, { startedAt: 5 }), row("died", 12)]
      .concat(row("job", 13, { pane: null }), row("hidden", 0))
      .map((one) => [one.id, one] as const),
  );
  const rows = new Map([["here", row("here", 20)] as const, ["left", row("left", 21)] as const]);
  const processes = {
    table: new Map(table.map((pid) => [pid, { pid, startTicks: pid * 1000 } as never])),
  };
  const find = createEnded(
    {
      store: { rows, remembered },
      processes,
      host: { startedAt: (start) => start },
      later: (run) => void (settle = run),
    },
    () => {},
  );
  const here = new Map([["here", {} as Occupant]]);
  return { find: () => find(here), settle: () => settle() };
}

it("whose row is nobody's any more has ended; of those before us whose process has", () => {
  expect(ended([10, 11]).find()).toEqual(["left", "recycled", "died"]);
});

it("waits a little for those that are found later", () => {
  const { find, settle } = ended([10, 11]);
  settle();
  expect(find()).toEqual(["left", "recycled", "died", "job", "hidden"]);
});

it("takes no failed look at the processes for their end", () => {
  const { find, settle } = ended([]);
  settle();
  expect(find()).toEqual(["left"]);
});
