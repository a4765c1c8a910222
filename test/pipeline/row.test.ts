import { describe, expect, it } from "vitest";
import type { Session } from "../../src/core/session.ts";
import type { Ask, Status } from "../../src/core/types.ts";
import type { Verdict } from "../../src/pipeline/cascade.ts";
import { NO_HOOK } from "../../src/pipeline/fold-hook.ts";
import { NO_LOG } from "../../src/pipeline/fold-log.ts";
import { makeRow, type Answered } from "../../src/pipeline/row.ts";
import type { Occupant } from "../../src/pipeline/world.ts";

const info = (looked: boolean) => ({
  serverPid: 1,
  id: "%0",
  panePid: 1,
  tty: "pts/1",
  activity: 0,
  width: 80,
  height: 24,
  dead: false,
  inMode: false,
  looked,
  command: "claude",
  target: "m:0.0",
  title: "t",
});
const occupant = (looked = false): Occupant => ({
  id: "claude-x",
  agent: "claude",
  bound: "tty",
  because: "",
  process: {
    pid: 2,
    ppid: 1,
    startTicks: 9,
    tty: "pts/1",
    foreground: true,
    stopped: false,
    agent: null,
    tmuxSockets: null,
  },
  pane: { socket: "/s", info: info(looked), inFront: true },
});
const verdict = (
  status: Status,
  at: number,
  ask: Partial<Ask> | null = null,
  source: Verdict["source"] = "screen",
): Verdict => ({
  status,
  at,
  source,
  because: "",
  background: 0,
  lastError: null,
  refused: [],
  unsure: false,
  ask: ask && { kind: "permission", tool: null, text: null, ...ask },
});

let n = 0;
function step(
  before: Session | undefined,
  given: Verdict,
  now: number,
  looked = false,
  answered: Answered | null = null,
): Session {
  return makeRow({
    occupant: occupant(looked),
    verdict: given,
    said: {
      file: null,
      refusal: null,
      hook: null,
      log: null,
      transcript: null,
      ties: [],
      refused: [],
    },
    before,
    answered,
    labelOf: () => null,
    startedAt: 5,
    now,
    nextSeq: `e-${++n}`,
  });
}

describe("attention", () => {
  it("keeps its generation while it is the same dialog, also when its text becomes known", () => {
    const first = step(undefined, verdict("waiting", 10, {}, "published"), 11);
    const second = step(first, verdict("waiting", 10, { text: "rm x" }, "published"), 300);
    expect(second.attention).toEqual({
      kind: "permission",
      tool: null,
      text: "rm x",
      since: 10,
      generation: first.attention!.generation,
    });
    expect(
      step(second, verdict("waiting", 10, { text: "rm x" }, "published"), 900).attention!
        .generation,
    ).toBe(first.attention!.generation);
  });

  it("is another one with another text, and when it was asked anew with the same", () => {
    const first = step(undefined, verdict("waiting", 10, { text: "a" }, "published"), 11);
    expect(
      step(first, verdict("waiting", 10, { text: "b" }, "published"), 20).attention!.generation,
    ).not.toBe(first.attention!.generation);
    expect(
      step(first, verdict("waiting", 300, { text: "a" }, "published"), 301).attention!.generation,
    ).not.toBe(first.attention!.generation);
  });

  it("is the same one when it is announced twice, as Codex does with a question", () => {
    const first = step(undefined, verdict("waiting", 10, { text: "a" }, "hook"), 11);
    expect(
      step(first, verdict("waiting", 75, { text: "a" }, "hook"), 76).attention!.generation,
    ).toBe(first.attention!.generation);
  });

  it("is another one with words that only go on, unless something is there that had them whole", () => {
    const first = step(undefined, verdict("waiting", 10, { text: "git push" }), 11);
    const generation = (text: string): string =>
      step(first, verdict("waiting", 20, { text }), 21).attention!.generation;
    expect(generation("git push --force")).not.toBe(first.attention!.generation);
    expect(generation("git")).not.toBe(first.attention!.generation);
    expect(generation("git  push")).toBe(first.attention!.generation);
  });

  it("never comes back under an old generation", () => {
    const first = step(undefined, verdict("waiting", 10, { text: "a" }), 11);
    const between = step(first, verdict("working", 20), 21);
    expect(between.attention).toBeNull();
    expect(step(between, verdict("waiting", 30, { text: "a" }), 31).attention!.generation).not.toBe(
      first.attention!.generation,
    );
  });
});

describe("attention that we have answered", () => {
  const same = (at: number) => verdict("waiting", at, { text: "rm x" });
  const first = step(undefined, same(10), 11);
  const answered = { pressedAt: 100, goneAt: 160 };
  const generationAt = (at: number): string =>
    step(first, same(at), at + 1, false, answered).attention!.generation;

  it("is the same one on a picture from before it was gone", () => {
    expect(generationAt(90)).toBe(first.attention!.generation);
    expect(generationAt(140)).toBe(first.attention!.generation);
  });

  it("is another one, with the same words, when it is seen after that; and once only", () => {
    const second = step(first, same(200), 201, false, answered);
    expect(second.attention).toMatchObject({ text: "rm x", since: 200 });
    expect(second.attention!.generation).not.toBe(first.attention!.generation);
    const third = step(second, same(300), 301, false, answered);
    expect(third.attention!.generation).toBe(second.attention!.generation);
  });
});

describe("unread", () => {
  it("begins when a turn ends unseen, and ends with a look at the pane", () => {
    const done = step(step(undefined, verdict("working", 1), 1), verdict("idle", 5), 6);
    expect(done.unread).toEqual({ since: 6, reason: "finished" });
    expect(step(done, verdict("idle", 5), 9).unread).toEqual({ since: 6, reason: "finished" });
    expect(step(done, verdict("idle", 5), 9, true).unread).toBeNull();
  });

  it("FR-083 is one for a row that flaps, from the last end of its turn, and no news to the next daemon", () => {
    let row = step(undefined, verdict("working", 0), 0);
    let now = 0;
    for (let round = 0; round < 10; round++) {
      row = step(row, verdict("idle", (now += 2000)), now);
      expect(row.unread).toEqual({ since: now, reason: "finished" });
      row = step(row, verdict("working", (now += 800)), now);
      expect(row.unread).toBeNull();
    }
    const end = step(row, verdict("idle", (now += 2000)), now);
    expect(end.unread).toEqual({ since: now, reason: "finished" });
    // What the last daemon knew, and the first look of the next.
    expect(step(end, verdict("idle", now), now + 60_000).unread).toEqual(end.unread);
    const seen = step(end, verdict("idle", now), now + 1000, true);
    expect(step(seen, verdict("idle", now), now + 60_000).unread).toBeNull();
  });

  it("FR-011 begins anew with a dialog after the last one was seen", () => {
    const done = step(step(undefined, verdict("working", 1), 1), verdict("idle", 5), 6);
    const seen = step(done, verdict("idle", 5), 9, true);
    const asks = step(
      step(seen, verdict("working", 10), 10),
      verdict("waiting", 12, { text: "a" }),
      12,
    );
    expect(asks.unread).toEqual({ since: 12, reason: "waiting" });
  });

  it("FR-012 a look at the pane ends unread and never the attention", () => {
    const asks = step(undefined, verdict("waiting", 1, { text: "a" }), 1);
    const seen = step(asks, verdict("waiting", 1, { text: "a" }), 2, true);
    expect([seen.status, seen.attention, seen.unread]).toEqual(["waiting", asks.attention, null]);
    expect(step(seen, verdict("waiting", 1, { text: "a" }), 3).unread).toBeNull();
  });
});

it("a turn keeps its start through a dialog", () => {
  const working = step(undefined, verdict("working", 10), 12);
  const asks = step(working, verdict("waiting", 20, {}), 21);
  const goesOn = step(asks, verdict("working", 30), 31);
  expect([working, asks, goesOn].map(({ turnStartedAt }) => turnStartedAt)).toEqual([10, 10, 10]);
  expect(step(goesOn, verdict("idle", 40), 41).turnStartedAt).toBeNull();
});

it("has the model of the last answer, which may be another one than at the beginning", () => {
  const input = {
    occupant: occupant(),
    verdict: verdict("idle", 10),
    before: undefined,
    answered: null,
    labelOf: () => null,
    startedAt: 5,
    now: 11,
    nextSeq: "e-1",
  };
  const said = { file: null, refusal: null, transcript: null, refused: [], ties: [] };
  const hook = { ...NO_HOOK, model: "first" };
  const modelOf = (log: typeof NO_LOG | null) =>
    makeRow({ ...input, said: { ...said, hook, log } }).model;
  expect([modelOf(null), modelOf(NO_LOG), modelOf({ ...NO_LOG, model: "second" })]).toEqual([
    "first",
    "first",
    "second",
  ]);
});
