import { expect, it } from "vitest";
import type { ActorSpec } from "../../src/stage/actor.ts";
import {
  cut,
  foreignDialogs,
  hasTwin,
  pad,
  proseEnd,
  recordings,
  type Recording,
} from "../agents/recordings.ts";
import { recordings as screens } from "../stage/recordings.ts";
import type { SessionJson } from "../../src/core/session.ts";
import { eventually } from "./eventually.ts";
import { createLab } from "./lab.ts";
import { expectedRows, saidRows } from "./rows.ts";

/** The agents that the rules of this fleet test are about: those whose transcripts' ends it knows. */
const ROWS = recordings.filter(
  ({ agent, file }) =>
    ["claude", "codex"].includes(agent) && !file.includes("first-run-offline-fails"),
);

/** A recording as it would be drawn in another pane, or under another conversation. */
function altered(
  recording: Recording,
  lines: readonly string[],
  cols: number,
  rows: number,
): ActorSpec {
  const screen = screens.get(recording.file.replace(/\.txt$/, ""));
  return { screen: { ...screen, lines: lines.slice(-rows), cols, rows, cursor: null } };
}

function foreign(recording: Recording, index: number): ActorSpec {
  const { agent, lines } = recording;
  const dialogs = foreignDialogs(agent);
  const prose = dialogs[index % dialogs.length]!;
  const all = [...prose, "", ...lines.slice(proseEnd(recording))];
  return altered(recording, all, 120, Math.max(40, all.length));
}

const plain = ROWS.map((recording, index): ActorSpec => ({
  screen: screens.get(recording.file.replace(/\.txt$/, "")),
  publishes: recording.agent === "claude" && index % 2 === 0,
}));
const cuts = ROWS.filter((recording) => !hasTwin(recording)).map((recording) =>
  altered(recording, cut(recording.lines), 80, 24),
);
const pads = ROWS.map((recording) =>
  altered(recording, pad(recording.lines), 120, recording.lines.length + 20),
);
const proses = ROWS.map(foreign);

it("lists every recorded state of Claude and Codex, also cut, padded, and below other agents' dialogs", async () => {
  const cast = [...plain, ...cuts, ...pads, ...proses];
  expect(cast.length).toBeGreaterThan(300);
  const lab = await createLab({ cast });
  await lab.startDaemon();
  const startedAt = Date.now();
  const expected = expectedRows(lab.stage.expected());
  const same = (rows: readonly SessionJson[]): boolean =>
    JSON.stringify(saidRows(rows)) === JSON.stringify(expected);
  const sessions = await eventually(() => lab.sessions(), same, 30_000);
  console.info(
    `${sessions.length} stand-ins right ${Date.now() - startedAt} ms after the daemon answered`,
  );
  expect(saidRows(sessions)).toEqual(expected);
}, 120_000);
