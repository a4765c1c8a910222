import { describe, expect, it } from "vitest";
import { createHealth } from "../../src/pipeline/health.ts";

describe("health", () => {
  it("is degraded after ten scans that failed or were skipped in a row, with the reason", () => {
    const health = createHealth();
    for (let scan = 0; scan < 10; scan++) {
      const now = scan * 1000;
      expect(health.state().state).toBe("ok");
      if (!health.rests("tmux", now)) health.failed("tmux", "no answer", now);
    }
    expect(health.state()).toEqual({ state: "degraded", reasons: ["tmux: no answer"] });
    health.ok("tmux");
    expect(health.state().state).toBe("ok");
  });

  it("lets a dead part rest longer and longer, and leaves the others alone", () => {
    const health = createHealth();
    const asked: number[] = [];
    for (let now = 0; now < 120_000; now += 1000) {
      if (health.rests("tmux", now)) continue;
      asked.push(now);
      health.failed("tmux", "no answer", now);
    }
    expect(asked.slice(0, 7)).toEqual([0, 1000, 2000, 3000, 4000, 6000, 9000]);
    // Never so long that what was mended is not seen within 5 s.
    expect(Math.max(...asked.slice(1).map((at, n) => at - asked[n]!))).toBe(3000);
    expect(health.rests("other", 0)).toBe(false);
  });

  it("does not rest until a moment of a clock that was put back since", () => {
    const health = createHealth();
    for (let n = 0; n < 9; n++) health.failed("tmux", "no answer", 3_600_000);
    expect([health.rests("tmux", 3_600_000), health.rests("tmux", 0)]).toEqual([true, false]);
  });

  it("counts scans that find a part still busy, once it has failed", () => {
    const health = createHealth();
    for (let scan = 0; scan < 20; scan++) health.waits("tmux");
    health.failed("tmux", "no answer", 0);
    for (let scan = 0; scan < 8; scan++) health.waits("tmux");
    expect(health.state().state).toBe("ok");
    health.waits("tmux");
    expect(health.state().state).toBe("degraded");
  });

  it("is degraded at once by what will not mend itself", () => {
    const health = createHealth();
    health.failed("tmux", "tmux is not on PATH", 0, true);
    expect(health.state()).toEqual({ state: "degraded", reasons: ["tmux: tmux is not on PATH"] });
  });

  it("forgets a part that is no more", () => {
    const health = createHealth();
    health.failed("tmux", "gone", 0, true);
    health.forget("tmux");
    expect(health.state().state).toBe("ok");
  });
});
