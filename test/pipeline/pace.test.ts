import { expect, it } from "vitest";
import { whenDue } from "../../src/pipeline/pace.ts";

it.each([
  ["exactly a second on", 10_040, 1000, 11_040],
  ["never later for a run that came late", 10_250, 1000, 11_040],
  ["a little sooner for the first", 10_700, 1000, 11_040],
  ["not twice for a timer that fired early", 10_039, 1000, 11_040],
  ["five seconds on", 10_040, 5000, 15_040],
  ["as it is for a pace that is no whole seconds", 10_250, 1500, 11_750],
  ["at once", 10_250, 0, 10_250],
])("a run is due soon after a second has begun: %s", (_what, now, delayMs, due) => {
  expect(whenDue(now, delayMs)).toBe(due);
});
