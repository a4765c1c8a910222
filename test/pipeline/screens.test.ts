import { expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import { createScreens } from "../../src/pipeline/screens.ts";
import type { Occupant } from "../../src/pipeline/world.ts";
import type { PaneReading } from "../../src/workers/captures.ts";
import { recordings } from "../stage/recordings.ts";

const HOUR = 3_600_000;
const codex = agents.get("codex")!;
const info = { panePid: 7, id: "%1" };
const occupant = {
  id: "codex-1",
  agent: "codex",
  pane: { socket: "/s", inFront: true, info },
} as unknown as Occupant;

function look(id: string, at: number): PaneReading {
  const { lines, title } = recordings.get(id);
  const reading = codex.screen!.read({ lines: lines.map(plain), title, project: null });
  return {
    ...info,
    serverPid: 1,
    second: Math.floor(at / 1000),
    drawnBefore: at,
    at,
    title,
    width: 120,
    height: 40,
    inMode: false,
    reading,
    bodyHash: 1,
  };
}

// oxlint-disable-next-line no-control-regex
const plain = (line: string): string => line.replaceAll(/\x1b\[[0-9;]*m/g, "");

it("what was seen before the clock was put back does not keep a row from going on", () => {
  const screens = createScreens(agents, () => {});
  for (const ms of [0, 1500])
    screens.fold(occupant, look("codex-0.171.0/working-thinking", HOUR + ms));
  expect(screens.get("codex-1")!.word.status).toBe("working");
  for (const ms of [0, 1500, 3000])
    screens.fold(occupant, look("codex-0.171.0/idle-after-answer", ms));
  expect(screens.get("codex-1")!.word.status).toBe("idle");
});
