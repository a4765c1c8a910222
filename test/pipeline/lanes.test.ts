import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHealth } from "../../src/pipeline/health.ts";
import { createLanes } from "../../src/pipeline/lanes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs a part once at a time, goes on after a failure, and gives up on a thread that is stuck", async () => {
  const health = createHealth();
  const errors: unknown[] = [];
  const lane = createLanes(
    health,
    () => 0,
    (error) => void errors.push(error),
  );
  const runs: string[] = [];
  const stuck = lane("a", () => new Promise<void>(() => void runs.push("stuck")));
  await lane("a", async () => void runs.push("beside it"));
  await lane("b", async () => void runs.push("another part"));
  await vi.advanceTimersByTimeAsync(20_000);
  await stuck;
  await lane("a", async () => void runs.push("again"));
  expect(runs).toEqual(["stuck", "another part", "again"]);
  expect(String(errors[0])).toContain("no answer within 20 s");
});
