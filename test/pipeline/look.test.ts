import { describe, expect, it } from "vitest";
import type { ScreenReading } from "../../src/agents/define.ts";
import { foldCapture, type ScreenMemory } from "../../src/pipeline/look.ts";
import type { PaneReading } from "../../src/workers/captures.ts";

const reading = (
  status: ScreenReading["status"],
  more: Partial<ScreenReading> = {},
): ScreenReading => ({
  status,
  ask: status === "waiting" ? { kind: "permission", tool: null, text: "rm x" } : null,
  rule: `${status}-rule`,
  where: { row: 3, text: "x" },
  composer: status === "waiting" ? "none" : "empty",
  written: null,
  promptRow: null,
  options: [],
  bodyEnd: 3,
  titleSpeaks: false,
  background: null,
  lastError: null,
  refused: [],
  ...more,
});

const look = (at: number, seen: ScreenReading, bodyHash = 1, width = 120): PaneReading => ({
  serverPid: 1,
  id: "%0",
  panePid: 2,
  second: Math.floor(at / 1000),
  drawnBefore: at,
  at,
  title: "",
  width,
  height: 40,
  inMode: false,
  reading: seen,
  bodyHash,
});

function fold(quiet: boolean, ...looks: PaneReading[]): ScreenMemory {
  return looks.reduce<ScreenMemory | undefined>(
    (memory, one) => foldCapture(memory, one, quiet),
    undefined,
  )!;
}

describe("an agent that always shows when it works", () => {
  it("is idle at first sight", () => {
    expect(fold(false, look(0, reading("idle"))).word.status).toBe("idle");
  });

  it.each(["waiting", "working"] as const)("is %s at once", (status) => {
    expect(fold(false, look(0, reading("idle")), look(10, reading(status))).word.status).toBe(
      status,
    );
  });

  it("loses its spinner only when a second capture agrees", () => {
    const doubt = fold(false, look(0, reading("working")), look(1000, reading("idle")));
    expect(doubt.word.status).toBe("working");
    expect(doubt.lookAgainAt).toBe(1250);
    expect(foldCapture(doubt, look(1260, reading("idle")), false).word.status).toBe("idle");
    expect(foldCapture(doubt, look(1260, reading("working")), false)).toMatchObject({
      doubtedAt: null,
      word: { status: "working" },
    });
  });

  it("is not unknown because of one half-drawn screen", () => {
    expect(fold(false, look(0, reading("idle")), look(9, reading("unknown"))).word.status).toBe(
      "idle",
    );
  });
});

describe("an agent that may stream without a spinner, and whose title is silent", () => {
  it("is unknown until two captures agree that nothing moves", () => {
    const first = fold(true, look(0, reading("idle")));
    expect(first.word.status).toBe("unknown");
    expect(first.lookAgainAt).toBe(1200);
    expect(foldCapture(first, look(1210, reading("idle")), true).word.status).toBe("idle");
  });

  it.each([
    ["a moment ago", 5100, "unknown", 6300],
    ["longer ago than it pauses", 4000, "idle", null],
  ])("that was drawn on %s, at first sight", (_when, drawnBefore, status, lookAgainAt) => {
    const first = fold(true, { ...look(5200, reading("idle")), drawnBefore });
    expect([first.word.status, first.lookAgainAt]).toEqual([status, lookAgainAt]);
  });

  it("works while rows above the composer move, and is idle when they stand still", () => {
    const moving = fold(true, look(0, reading("idle"), 1), look(1000, reading("idle"), 2));
    expect(moving.word).toMatchObject({
      status: "working",
      because: "movement above the composer",
    });
    const pause = foldCapture(moving, look(2000, reading("idle"), 2), true);
    expect(pause.word.status).toBe("working");
    const still = foldCapture(pause, look(3000, reading("idle"), 2), true);
    expect(foldCapture(still, look(3300, reading("idle"), 2), true).word.status).toBe("idle");
  });

  it("does not take a resize for movement", () => {
    expect(
      fold(true, look(0, reading("idle"), 1), look(1000, reading("idle"), 2, 80)).word.status,
    ).toBe("unknown");
  });

  it("is believed at once when its title speaks", () => {
    expect(fold(true, look(0, reading("idle", { titleSpeaks: true }))).word.status).toBe("idle");
  });
});
