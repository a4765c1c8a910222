import { expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import { createLabels } from "../../src/pipeline/labels.ts";
import { createReturning } from "../../src/pipeline/returning.ts";
import type { ScreenMemory } from "../../src/pipeline/look.ts";
import type { Occupant } from "../../src/pipeline/world.ts";
import { session } from "../session.ts";

const pane = { id: "%0", server: "/s", target: "m:0.0", tty: "/dev/pts/1", title: "" };
const row = (id: string, pid: number, more = {}) =>
  session(id, { pid, startedAt: pid * 1000, pane, ...more });

/** Rows of the last daemon, and who lives by now: the start of a process is its pid in seconds. */
function ended(table: readonly number[]) {
  let settle = (): void => {};
  let screen: ScreenMemory | null = null;
  const remembered = new Map(
    [
      row("lives", 10),
      row("recycled", 11, { startedAt: 5 }),
      row("died", 12, { label: "api", nativeId: "n" }),
    ]
      .concat(row("job", 13, { pane: null }), row("hidden", 0))
      .map((one) => [one.id, one] as const),
  );
  const rows = new Map<string, Session>([
    ["here", row("here", 20)],
    ["left", row("left", 21)],
  ]);
  const dismissed = new Map([["away", row("away", 22)]]);
  const labels = createLabels([]);
  const processes = {
    table: new Map(table.map((pid) => [pid, { pid, startTicks: pid * 1000 } as never])),
  };
  const returning = createReturning(
    {
      store: {
        rows,
        remembered,
        dismissed,
        labels,
        known: (id) => rows.get(id) ?? remembered.get(id) ?? dismissed.get(id),
      },
      processes,
      host: { startedAt: (start) => start },
      screens: { canLook: () => true, get: () => screen },
      later: (run) => void (settle = run),
    },
    () => {},
  );
  const here = new Map([["here", {} as Occupant]]);
  const read = (): void => void (screen = {} as ScreenMemory);
  return { ...returning, labels, read, find: () => returning.ended(here), settle: () => settle() };
}

it("whose row is nobody's any more has ended; of those before us whose process has", () => {
  const { find, labels } = ended([10, 11]);
  expect(find()).toEqual(["left", "away", "recycled", "died"]);
  expect(labels.of(undefined, "claude", "n")).toBe("api");
});

it("waits a little for those that are found later", () => {
  const { find, settle } = ended([10, 11]);
  settle();
  expect(find()).toEqual(["left", "away", "recycled", "died", "job", "hidden"]);
});

it("holds one for paneless that was so, and any once its server has had its time", () => {
  const { isPaneless, settle } = ended([10, 13]);
  const all = ["job", "lives", "here", "never"];
  expect(all.filter(isPaneless)).toEqual(["job"]);
  settle();
  expect(all.filter(isPaneless)).toEqual(["job", "lives"]);
});

it("takes no failed look at the processes for their end", () => {
  const { find, settle } = ended([]);
  settle();
  expect(find()).toEqual(["left", "away"]);
});

it("is no news of one whose screen is still to be read", () => {
  const { isUnseen, read } = ended([10]);
  const [lives, here] = [{ id: "lives" } as Occupant, { id: "here" } as Occupant];
  expect(isUnseen(lives, "unknown")).toBe(true);
  expect(isUnseen(lives, "idle")).toBe(false);
  expect(isUnseen(here, "unknown")).toBe(false);
  read();
  expect(isUnseen(lives, "unknown")).toBe(false);
});

it("is news when nothing was seen for long", () => {
  const { isUnseen, settle } = ended([10]);
  settle();
  expect(isUnseen({ id: "lives" } as Occupant, "unknown")).toBe(false);
});
