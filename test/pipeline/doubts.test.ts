import { expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import type { Verdict } from "../../src/pipeline/cascade.ts";
import { createDoubts } from "../../src/pipeline/doubts.ts";
import type { ScreenMemory } from "../../src/pipeline/look.ts";
import type { Screens } from "../../src/pipeline/screens.ts";
import type { Occupant } from "../../src/pipeline/world.ts";

const verdict = (more: Partial<Verdict>): Verdict => ({
  status: "working",
  ask: null,
  source: "hook",
  because: "",
  at: 1000,
  background: 0,
  lastError: null,
  refused: [],
  unsure: true,
  ...more,
});
const occupant = { id: "a" } as Occupant;
const row = (status: Session["status"]): Session => ({ status }) as Session;

function doubtsOf({ seen = true, canLook = true } = {}) {
  const [looks, urgent, laters]: [number[], number[], number[]] = [[], [], []];
  const screens = {
    get: () => (seen ? ({} as ScreenMemory) : null),
    canLook: () => canLook,
    lookAt(_occupant: Occupant, at: number, isUrgent = false) {
      looks.push(at);
      if (isUrgent) urgent.push(at);
    },
  } as unknown as Screens;
  return {
    looks,
    urgent,
    laters,
    doubts: createDoubts(screens, (_id, ms) => void laters.push(ms)),
  };
}

it("holds the first row of an old word back until it was looked at twice", () => {
  const { doubts, looks, laters } = doubtsOf();
  expect(doubts.holds(occupant, verdict({}), undefined, 90_000)).toBe(true);
  expect(doubts.holds(occupant, verdict({}), undefined, 90_050)).toBe(true);
  expect([looks, laters.length, doubts.held()]).toEqual([[90_000, 90_550], 1, 1]);
  expect(
    doubts.holds(
      occupant,
      verdict({ status: "idle", source: "screen", unsure: false }),
      undefined,
      90_400,
    ),
  ).toBe(false);
  expect(doubts.held()).toBe(0);
});

it("holds it no longer than a moment, and looks no longer than a few", () => {
  const { doubts, looks } = doubtsOf();
  const holds = [0, 1100, 1300, 4400, 4600].map((ms) =>
    doubts.holds(occupant, verdict({}), undefined, 90_000 + ms),
  );
  expect(holds).toEqual([true, true, false, false, false]);
  expect([looks.length, doubts.held()]).toEqual([4, 0]);
});

it("keeps a dialog until the screen has been seen without it (FR-007)", () => {
  const { doubts, looks } = doubtsOf();
  expect(doubts.holds(occupant, verdict({}), row("waiting"), 1010)).toBe(true);
  expect(looks).toEqual([1010]);
  expect(doubtsOf().doubts.holds(occupant, verdict({}), row("idle"), 1010)).toBe(false);
  expect(
    doubtsOf().doubts.holds(occupant, verdict({ status: "waiting" }), row("waiting"), 1010),
  ).toBe(false);
});

it("looks without a pause for the end of a dialog, for as long as an agent takes to draw it", () => {
  const { doubts, looks, urgent } = doubtsOf();
  for (const ms of [0, 60, 390, 410])
    doubts.holds(occupant, verdict({}), row("waiting"), 1000 + ms);
  expect(looks).toEqual([1000, 1060, 1900, 1390, 1900, 1910]);
  expect(urgent).toEqual([1000, 1060, 1390]);
});

it("looks again only once the word has been drawn", () => {
  const { doubts, looks } = doubtsOf();
  doubts.holds(occupant, verdict({ at: 1000 }), row("idle"), 1010);
  doubts.holds(occupant, verdict({ at: 1000 }), row("idle"), 1060);
  expect(looks).toEqual([1010, 1900]);
});

it("waits for the first capture of a pane that can be read, and for no other", () => {
  const sure = verdict({ unsure: false });
  expect(doubtsOf({ seen: false }).doubts.holds(occupant, sure, undefined, 1010)).toBe(true);
  expect(doubtsOf({ seen: false }).doubts.holds(occupant, sure, row("idle"), 1010)).toBe(false);
  expect(
    doubtsOf({ seen: false, canLook: false }).doubts.holds(occupant, sure, undefined, 1010),
  ).toBe(false);
  const published = verdict({ source: "published", unsure: false });
  expect(doubtsOf({ seen: false }).doubts.holds(occupant, published, undefined, 1010)).toBe(false);
});

it("forgets who is gone", () => {
  const { doubts } = doubtsOf();
  doubts.holds(occupant, verdict({}), undefined, 90_000);
  doubts.keep(new Map());
  expect([doubts.has("a"), doubts.held()]).toEqual([false, 0]);
});
