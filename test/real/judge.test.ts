import { describe, expect, it } from "vitest";
import type { Seen } from "./ccmux.ts";
import { judge, strangers } from "./judge.ts";
import type { Moment, Truth } from "./types.ts";

const ALLOWED_MS = 500;

/** Two states of one process: the second is expected at 1000 and lasts until 5000. */
function moments(first: Truth, second: Truth, actedAt: number | null = 900): Moment[] {
  const base = { allowedMs: ALLOWED_MS, toolRuns: false, pid: 7, drawnAt: 0, fileAt: null };
  const rest = { title: "", screen: "", requests: [] };
  const before = { ...base, ...rest, state: "before", truth: first, actedAt: 0, expectedAt: 10 };
  const after = { ...base, ...rest, state: "after", truth: second, actedAt, expectedAt: 1000 };
  return [
    { ...before, endAt: actedAt ?? 1000 },
    { ...after, endAt: 5000 },
  ];
}

type Said = [arrivedAt: number, status: Seen["status"], kind?: Seen["kind"]];
const seen = (said: Said[], id = "claude-a", pid = 7): Seen[] =>
  said.map(([arrivedAt, status, kind = null]) => {
    return { at: arrivedAt - 5, arrivedAt, id, pid, status, kind, source: "screen" };
  });

const IDLE: Truth = { status: "idle" };
const WORKING: Truth = { status: "working" };
const PLAN: Truth = { status: "waiting", kind: "plan" };

describe("judge", () => {
  it.each<[string, Truth, Truth, number | null, Said[], string, number | null]>([
    [
      "in time",
      IDLE,
      WORKING,
      900,
      [
        [50, "idle"],
        [1100, "working"],
      ],
      "right",
      95,
    ],
    [
      "ahead of the screen",
      IDLE,
      WORKING,
      900,
      [
        [50, "idle"],
        [950, "working"],
      ],
      "right",
      -55,
    ],
    ["already so", IDLE, IDLE, 900, [[50, "idle"]], "right", null],
    [
      "back again",
      IDLE,
      IDLE,
      900,
      [
        [50, "idle"],
        [950, "working"],
        [1050, "idle"],
      ],
      "right",
      45,
    ],
    [
      "late",
      IDLE,
      WORKING,
      900,
      [
        [50, "idle"],
        [1600, "working"],
      ],
      "wrong",
      595,
    ],
    [
      "late, and honest",
      IDLE,
      WORKING,
      900,
      [
        [50, "unknown"],
        [1600, "working"],
      ],
      "unknown",
      595,
    ],
    ["never", IDLE, WORKING, 900, [[50, "idle"]], "wrong", null],
    ["no row at all", IDLE, WORKING, 900, [], "wrong", null],
    [
      "can't tell",
      IDLE,
      WORKING,
      900,
      [
        [50, "idle"],
        [950, "unknown"],
      ],
      "unknown",
      null,
    ],
    [
      "a flicker",
      WORKING,
      PLAN,
      900,
      [
        [1100, "waiting", "plan"],
        [2000, "idle"],
        [2100, "waiting", "plan"],
      ],
      "wrong",
      1095,
    ],
    [
      "a flicker in the allowed time",
      WORKING,
      PLAN,
      900,
      [
        [1010, "waiting", "plan"],
        [1020, "idle"],
        [1030, "waiting", "plan"],
      ],
      "wrong",
      25,
    ],
    [
      "a way there",
      WORKING,
      PLAN,
      900,
      [
        [1010, "idle"],
        [1030, "waiting", "plan"],
      ],
      "right",
      25,
    ],
    ["the wrong kind", WORKING, PLAN, 900, [[1100, "waiting", "permission"]], "wrong", null],
    [
      "gone",
      IDLE,
      { status: "gone" },
      900,
      [
        [50, "idle"],
        [1200, "gone"],
      ],
      "right",
      195,
    ],
    [
      "by itself, a little ahead",
      WORKING,
      IDLE,
      null,
      [
        [50, "working"],
        [800, "idle"],
      ],
      "right",
      -205,
    ],
  ])("%s", (_name, first, second, actedAt, said, verdict, delayMs) => {
    expect(judge(moments(first, second, actedAt), seen(said))[1]).toMatchObject({
      verdict,
      delayMs,
    });
  });

  it("forgives what comes next in the last moments only", () => {
    const [working, idle] = moments(WORKING, IDLE, null);
    const first = (said: Said[]) => judge([working!, idle!], seen(said))[0]!.verdict;
    expect(
      first([
        [50, "working"],
        [800, "idle"],
      ]),
    ).toBe("right");
    expect(
      first([
        [50, "working"],
        [600, "idle"],
      ]),
    ).toBe("wrong");
  });

  it("names rows that are no agent of the tour", () => {
    const said = [
      ...seen([[50, "idle"]]),
      ...seen([[60, "idle"]], "claude-b"),
      ...seen([[70, "idle"]], "claude-c", 8),
    ];
    expect(strangers(moments(IDLE, IDLE), said)).toEqual(["claude-b (pid 7)", "claude-c (pid 8)"]);
  });
});
