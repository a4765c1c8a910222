import { describe, expect, it } from "vitest";
import type { Seen } from "../ccmux.ts";
import { latencies } from "./told.ts";
import type { Told } from "./watch-told.ts";

const file = (writtenAt: number, statedAt: number | null = null): Told => ({
  path: "a",
  writtenAt,
  statedAt,
});
const seen = (arrivedAt: number, since: number, more: Partial<Seen> = {}): Seen => ({
  at: arrivedAt,
  arrivedAt,
  id: "claude-a",
  pid: 7,
  status: "working",
  kind: null,
  source: "hook",
  generation: null,
  since,
  ...more,
});

describe("from what was told to the event", () => {
  it.each<[string, Told[], Seen[], number[]]>([
    ["a marker", [file(1000.9)], [seen(1031, 1000)], [30]],
    ["a state file, written after the moment it names", [file(1004, 990)], [seen(1034, 990)], [30]],
    [
      "written twice for one change",
      [file(1000, 990), file(1020, 990), file(1090, 990)],
      [seen(1034, 990)],
      [14],
    ],
    ["told by the screen", [file(1000)], [seen(1031, 1000, { source: "screen" })], []],
    ["no file of that moment", [file(1001)], [seen(1031, 1000)], []],
    ["known before the stream began", [file(1000)], [seen(1031, 1000, { isOld: true })], []],
    ["nothing new", [file(1000)], [seen(1031, 1000), seen(1099, 1000)], [31]],
    [
      "another dialog",
      [file(1000), file(2000)],
      [
        seen(1031, 1000, { status: "waiting", generation: "a" }),
        seen(2040, 2000, { status: "waiting", generation: "b" }),
      ],
      [31, 40],
    ],
  ])("%s", (_name, told, all, ms) => {
    expect(latencies(told, all).map((each) => each.ms)).toEqual(ms);
  });
});
