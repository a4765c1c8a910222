import { expect, it, onTestFinished, vi } from "vitest";
import { demoCast, play } from "../../src/stage/demo.ts";
import { DEMO_SCREENS, readScreens } from "../../src/stage/screens.ts";
import { createStage } from "../../src/stage/stage.ts";
import { toCells } from "./cells.ts";

const screens = readScreens(DEMO_SCREENS);

it.each(screens.ids)("the screen %s is whole and fits its pane", (id) => {
  const { agent, version, title, status, kind, cols, rows, lines, cursor } = screens.get(id);
  expect([agent, version, title, cursor]).toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/./),
    expect.stringMatching(/./),
    expect.anything(),
  ]);
  expect(status === "waiting").toBe(kind !== null);
  expect(lines).toHaveLength(rows);
  expect(Math.max(...toCells(lines).map((cells) => cells.length))).toBeLessThanOrEqual(cols);
});

it("has a varied cast, each in a project of its own", () => {
  const cast = demoCast();
  const names = (pick: (spec: (typeof cast)[0]) => unknown): number => new Set(cast.map(pick)).size;
  expect(cast).toHaveLength(9);
  expect(names(({ project }) => project)).toBe(9);
  expect(names(({ screen }) => screen.agent)).toBeGreaterThanOrEqual(6);
  expect(names(({ screen }) => screen.status)).toBe(3);
});

it("plays until it is told to end, and ends each round as it began", async () => {
  const stage = createStage();
  onTestFinished(() => stage.close());
  await stage.add(demoCast());
  const verdicts = (): string =>
    stage
      .expected()
      .map(({ status, kind }) => kind ?? status)
      .join(" ");
  const first = verdicts();
  const seen: string[] = [];
  const ending = new AbortController();
  const show = vi.spyOn(stage, "show").mockImplementation(async (actor, screen) => {
    seen.push(verdicts());
    actor.screen = screen;
    actor.published &&= {
      status: screen.status === "working" ? "busy" : screen.status,
      waitingFor: null,
    };
    if (seen.length === 42) ending.abort();
  });
  await play(stage, { signal: ending.signal, pauseMs: 0 });
  expect(show).toHaveBeenCalledTimes(42);
  expect([first, seen[21], verdicts()]).toEqual([first, first, first]);
  expect(new Set(seen).size).toBeGreaterThan(15);
});
