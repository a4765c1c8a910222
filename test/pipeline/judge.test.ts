/** What is said at a moment that has yet to come, as after a clock was put back. */
import { describe, expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import type { Status } from "../../src/core/types.ts";
import { NO_HOOK } from "../../src/pipeline/fold-hook.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { createScreens } from "../../src/pipeline/screens.ts";
import type { Occupant, Published } from "../../src/pipeline/world.ts";
import { recordings } from "../stage/recordings.ts";

const NOW = 10_000_000;
const HOUR = 3_600_000;
const info = { panePid: 7, id: "%1" };
const occupant = {
  id: "codex-1",
  agent: "codex",
  process: { pid: 8, startTicks: 1, stopped: false, foreground: true },
  pane: { socket: "/s", inFront: true, info },
} as unknown as Occupant;

/** Its idle screen, as it has stood for five seconds. */
function idleScreen() {
  const screens = createScreens(agents, () => {});
  const { lines, title } = recordings.get("codex-0.171.0/idle-after-answer");
  // oxlint-disable-next-line no-control-regex
  const plain = lines.map((line) => line.replaceAll(/\x1b\[[0-9;]*m/g, ""));
  const reading = agents.get("codex")!.screen!.read({ lines: plain, title, project: null });
  const size = { serverPid: 1, second: 1, width: 120, height: 40, inMode: false, bodyHash: 1 };
  for (const ago of [5000, 3000, 1000])
    screens.fold(occupant, {
      ...info,
      ...size,
      at: NOW - ago,
      drawnBefore: NOW - ago,
      title,
      reading,
    });
  return screens.get("codex-1");
}

const ask = { kind: "permission", tool: null, text: null } as const;
const nothing = { file: null, refusal: null, hook: null, log: null, transcript: null };
const judged = (more: Partial<Parameters<typeof judge>[0]>) =>
  judge({
    ...nothing,
    ties: [],
    refused: [],
    occupant,
    screen: null,
    startedAt: 0,
    canLook: true,
    now: NOW,
    ...more,
  }).verdict;

describe("a hook's word, and an idle screen", () => {
  const told = (status: Status, at: number) => {
    const said = { ask: status === "waiting" ? ask : null, because: "hook" };
    return { ...NO_HOOK, ...said, status, at };
  };
  it.each([
    ["working, just now", told("working", NOW - 500), true, "working", "hook"],
    [
      "working, in a second: a file system's clock is ahead",
      told("working", NOW + 1000),
      true,
      "working",
      "hook",
    ],
    ["working, in an hour", told("working", NOW + HOUR), true, "idle", "screen"],
    ["waiting, in an hour", told("waiting", NOW + HOUR), true, "idle", "screen"],
    ["working, in an hour, and no screen", told("working", NOW + HOUR), false, "working", "hook"],
  ] as const)("%s", (_what, hook, seen, status, source) => {
    const verdict = judged({ hook, screen: seen ? idleScreen() : null });
    expect(verdict).toMatchObject({ status, source });
  });
});

it("a permission that was published in an hour is looked for no longer", () => {
  const word = { status: "waiting", ask, kindIsGuess: true, at: NOW + HOUR, because: "waits" };
  const file = { path: "/f", mtimeMs: 0, word } as unknown as Published;
  expect(judged({ file }).ask).toEqual(ask);
});
