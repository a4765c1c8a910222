import { describe, expect, it } from "vitest";
import { agents } from "../../src/agents/index.ts";
import * as alter from "./alterations.ts";
import { recordings, toCapture } from "./recordings.ts";

const dialogs = recordings.filter(
  ({ agent, status }) => agents.get(agent)?.screen && status === "waiting",
);

const changes: Record<string, alter.Alteration> = {
  "without digits": alter.withoutDigits,
  "without a cursor": alter.withoutCursor,
  "the cursor on the last": alter.cursorOn(-1),
  "the cursor on the second": alter.cursorOn(1),
  longer: alter.longer,
  "longer, the cursor on the tenth": (lines) => alter.cursorOn(9)(alter.longer(lines)),
  "in another order": alter.reversed,
  "with a remark below": alter.remarkBelow,
  "with a remark at the end": alter.remarkAtEnd,
  "without its keys": alter.withoutKeys,
  "wrapped at 80": alter.wrapped(80),
  "wrapped at 60": alter.wrapped(60),
  "wrapped at 46": alter.wrapped(46),
  "without digits, the cursor on the last": (lines) =>
    alter.withoutDigits(alter.cursorOn(-1)(lines)),
  "its answers in another order": alter.buttons("Reject", "Allow once", "Allow always"),
  "with more answers": alter.buttons("Allow once", "Allow for this session", "Always", "No"),
};

describe.each(Object.entries(changes))("a dialog %s", (_name, change) => {
  it.each(dialogs)("$file", (recording) => {
    const { screen } = agents.get(recording.agent)!;
    const capture = toCapture(recording, alter.inWalls(change));
    const { status, ask, composer } = screen!.read(capture);
    expect({ status, kind: ask?.kind, composer }, capture.lines.slice(-24).join("\n")).toEqual({
      status: "waiting",
      kind: recording.kind,
      composer: "none",
    });
  });
});
