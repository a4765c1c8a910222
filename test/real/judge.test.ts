import { describe, expect, it } from "vitest";
import type { Seen } from "./ccmux.ts";
import { judge, strangers } from "./judge.ts";
import type { Moment, Truth } from "./types.ts";

/** Two states of one process: the second is expected at 1000, due at 1500, and lasts until 5000. */
function moments(first: Truth, second: Truth, actedAt: number | null = 900): [Moment, Moment] {
  const base = {
    allowedMs: 500,
    toolRuns: false,
    endsTurnFirst: false,
    pid: 7,
    drawnAt: 0,
    fileAt: null,
  };
  const rest = { ...base, title: "", screen: "", requests: [] };
  return [
    { ...rest, state: "a", truth: first, actedAt: 0, expectedAt: 10, endAt: actedAt ?? 1000 },
    { ...rest, state: "b", truth: second, actedAt, expectedAt: 1000, endAt: 5000 },
  ];
}

/** `50 idle, 1100 waiting/plan`: what arrived when, each 5 ms after it happened. */
function seen(text: string, id = "claude-a", pid = 7): Seen[] {
  return text.split(", ").flatMap((part) => {
    const [time, status, kind = null] = part.split(/[ /]/);
    const arrivedAt = Number(time);
    const said = { status, kind } as Pick<Seen, "status" | "kind">;
    return status ? [{ ...said, at: arrivedAt - 5, arrivedAt, id, pid, source: "screen" }] : [];
  });
}

const IDLE: Truth = { status: "idle" };
const WORKING: Truth = { status: "working" };
const PLAN: Truth = { status: "waiting", kind: "plan" };
const GONE: Truth = { status: "gone" };

describe("judge", () => {
  it.each<[string, Truth, Truth, string, string, number | null]>([
    ["in time", IDLE, WORKING, "50 idle, 1100 working", "right", 95],
    ["ahead of the screen", IDLE, WORKING, "50 idle, 950 working", "right", -55],
    ["already so", IDLE, IDLE, "50 idle", "right", null],
    ["back again", IDLE, IDLE, "50 idle, 950 working, 1050 idle", "right", 45],
    ["late", IDLE, WORKING, "50 idle, 1600 working", "wrong", 595],
    ["late, and honest", IDLE, WORKING, "50 unknown, 1600 working", "unknown", 595],
    ["never", IDLE, WORKING, "50 idle", "wrong", null],
    ["no row at all", IDLE, WORKING, "", "wrong", null],
    ["cannot tell", IDLE, WORKING, "50 idle, 950 unknown", "unknown", null],
    ["left too early", IDLE, WORKING, "50 idle, 1100 working, 4000 idle", "wrong", 95],
    ["a flicker", WORKING, PLAN, "1100 waiting/plan, 2000 idle, 2100 waiting/plan", "wrong", 95],
    ["an early one", WORKING, PLAN, "1010 waiting/plan, 1020 idle, 1030 waiting/plan", "wrong", 5],
    ["on the way there", IDLE, PLAN, "50 idle, 950 working, 1030 waiting/plan", "right", 25],
    ["idle on the way there", WORKING, PLAN, "1010 idle, 1030 waiting/plan", "wrong", 25],
    ["idle already", IDLE, PLAN, "50 idle, 1030 waiting/plan", "right", 25],
    ["idle, said again", IDLE, PLAN, "50 idle, 950 idle, 1030 waiting/plan", "right", 25],
    ["the wrong kind", WORKING, PLAN, "1100 waiting/permission", "wrong", null],
    ["gone", IDLE, GONE, "50 idle, 1200 gone", "right", 195],
  ])("%s", (_name, first, second, said, verdict, delayMs) => {
    const [, cell] = judge(moments(first, second), seen(said));
    expect(cell).toMatchObject({ verdict, delayMs });
  });

  it("allows for a turn that ends before its dialog shows", () => {
    const [working, plan] = moments(WORKING, PLAN);
    const said = seen("1010 idle, 1030 waiting/plan");
    const [, cell] = judge([working, { ...plan, endsTurnFirst: true }], said);
    expect(cell).toMatchObject({ verdict: "right" });
  });

  it("tells from when to when it was wrong", () => {
    const said = seen("1030 waiting/plan, 2000 idle, 2100 waiting/plan, 4000 unknown");
    expect(judge(moments(WORKING, PLAN), said)[1]).toMatchObject({
      why: "idle from 1000 ms to 1100 ms, unknown from 3000 ms to the end",
      wrongAt: 2000,
    });
  });

  it("mentions what it said on the way", () => {
    const said = seen("1010 waiting/permission, 1030 waiting/plan");
    const [, cell] = judge(moments(WORKING, PLAN), said);
    expect(cell).toMatchObject({ note: "waiting (permission) at 10 ms", verdict: "right" });
  });

  it("lets what comes next be said a little ahead, when it comes by itself", () => {
    const both = (said: string) =>
      judge(moments(WORKING, IDLE, null), seen(said)).map(({ verdict }) => verdict);
    expect(both("50 working, 800 idle")).toEqual(["right", "right"]);
    expect(both("50 working, 600 idle")).toEqual(["wrong", "right"]);
  });

  it("names rows that are no agent of the tour", () => {
    const odd = [...seen("60 idle", "claude-b"), ...seen("70 idle", "claude-c", 8)];
    expect(strangers(moments(IDLE, IDLE), [...seen("50 idle"), ...odd])).toEqual([
      "claude-b (pid 7)",
      "claude-c (pid 8)",
    ]);
  });
});
