/** Actions that wait for one another in one pane: what the second was decided on is asked again in its turn. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answer } from "../../src/actions/answer.ts";
import { send } from "../../src/actions/send.ts";
import type { Look } from "../../src/actions/look.ts";
import type { ActionPorts } from "../../src/actions/port.ts";
import { agents } from "../../src/agents/index.ts";
import type { Attention } from "../../src/core/session.ts";
import { targetOf } from "./shown.ts";

const target = targetOf(agents.get("claude")!);

function lookAt(state: string): Look {
  const file = new URL(`../rig/screens/claude-2.1.332/${state}.txt`, import.meta.url);
  const lines = readFileSync(file, "utf8").replace(/\n$/, "").split("\n");
  return {
    at: 0,
    samePane: true,
    inMode: false,
    process: { startTicks: 70, state: "S", pgrp: 7, tpgid: 7 },
    lines,
    painted: lines,
    reading: target.agent.screen!.read({ lines, title: null, project: null }),
  };
}

const dialog = lookAt("permission-bash");
const idle = lookAt("idle-after-answer");
const open = (generation: string): Attention => {
  const { kind, tool, text } = dialog.reading.ask!;
  return { kind, tool, text, since: 0, generation };
};

/** A pane that shows the dialog until a key is pressed. */
function createPane(dialogNow: (keys: readonly string[]) => Attention | null) {
  const keys: string[] = [];
  const answered: string[] = [];
  let now = 1000;
  const press = (pressed: readonly string[]): { ok: true } => {
    keys.push(...pressed);
    return { ok: true };
  };
  const ports: ActionPorts = {
    look: async () => ({ ok: true, look: keys.length > 0 ? idle : dialog }),
    typeText: async (_target, { text }) => press([text]),
    pressKeys: async (_target, pressed) => press(pressed),
    evidence: () => [],
    dialog: () => dialogNow(keys),
    answered: (id) => void answered.push(id),
    now: () => now,
    sleep: async (ms) => void (now += ms),
  };
  return { keys, answered, ports };
}

const approve = (generation: string | null) =>
  ({ id: "claude-x", verb: "approve", text: null, generation }) as const;

describe("a dialog with the same words and another generation", () => {
  it("is not answered by who meant the one before it", async () => {
    const { keys, ports, answered } = createPane(() => open("second"));
    await expect(answer(target, approve("first"), ports)).rejects.toMatchObject({
      code: "E_MOVED",
    });
    expect([keys, answered]).toEqual([[], []]);
  });

  it("is not answered when it comes between the look and the key", async () => {
    let asked = 0;
    const { keys, ports } = createPane(() => open(++asked > 1 ? "second" : "first"));
    await expect(answer(target, approve("first"), ports)).rejects.toMatchObject({
      code: "E_MOVED",
    });
    expect(keys).toEqual([]);
  });

  it("is answered by who meant it, or whatever is there; and the pipeline hears of it", async () => {
    for (const generation of ["first", null]) {
      const { keys, ports, answered } = createPane(() => open("first"));
      expect(await answer(target, approve(generation), ports)).toMatchObject({ option: "Yes" });
      expect([keys.length > 0, answered]).toEqual([true, ["claude-x"]]);
    }
  });

  it("is not answered twice for one decision, though the screen shows the same words again", async () => {
    const { ports, keys } = createPane(() => null);
    await expect(answer(target, approve("first"), ports)).rejects.toMatchObject({
      code: "E_MOVED",
    });
    expect(keys).toEqual([]);
  });
});

it("a text that was meant for a dialog is not typed once that is gone, forced or not", async () => {
  const { ports, keys } = createPane(() => null);
  const request = { id: "claude-x", text: "hello", enter: true, force: true, dryRun: false };
  await expect(send(target, { ...request, generation: "first" }, ports)).rejects.toMatchObject({
    code: "E_MOVED",
  });
  expect(keys).toEqual([]);
});
