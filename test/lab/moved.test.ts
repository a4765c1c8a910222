/** What a request was decided on, and what is there by the time it comes: 409, and not a byte in the pane. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it } from "vitest";
import type { AppError } from "../../src/core/errors.ts";
import type { SessionJson } from "../../src/core/session.ts";
import { request } from "../../src/io/client.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";

const TYPIST = fileURLToPath(new URL("./typist.mjs", import.meta.url));
const BODIES = {
  send: { text: "hello", force: true },
  keys: { keys: ["Enter"] },
  interrupt: {},
  approve: {},
  deny: {},
  answer: { text: "Yes" },
};
let lab: Lab;

beforeEach(async () => {
  const cast = [{ screen: screens.get("claude-2.1.332/idle-after-answer"), project: "shop" }];
  lab = await createLab({ cast });
});

/** @returns the error's code, or the answer */
async function post(ref: string, verb: keyof typeof BODIES, more: object): Promise<unknown> {
  const path = `/v1/sessions/${encodeURIComponent(ref)}/${verb}`;
  const body = { ...BODIES[verb], ...more };
  const asked = { method: "POST", path, body, timeoutMs: 30_000 } as const;
  return request(`${lab.env.CCMUX_HOME}/run/ccmux.sock`, asked).then(
    (text) => JSON.parse(text) as unknown,
    (error: AppError) => error.code,
  );
}
const verbs = Object.keys(BODIES) as (keyof typeof BODIES)[];

it("a name that means another agent by now", async () => {
  const [before] = (await lab.sessions()) as [SessionJson];
  const [actor] = lab.stage.actors;
  await lab.stage.end(actor!);
  await lab.stage.restart(actor!);
  const [after] = await eventually(
    () => lab.sessions(),
    (rows) => rows.length === 1 && rows[0]!.id !== before.id,
  );
  expect([after!.pane!.id, after!.project]).toEqual([before.pane!.id, "shop"]);
  const screen = await lab.stage.tmux("capture-pane", "-p", "-t", after!.pane!.id);
  for (const ref of [before.pane!.id, before.pane!.target, "shop", "claude"]) {
    for (const verb of verbs)
      expect([verb, await post(ref, verb, { session: before.id })]).toEqual([verb, "E_MOVED"]);
  }
  for (const verb of verbs)
    expect([verb, await post(before.id, verb, { session: before.id })]).toEqual([
      verb,
      "E_NOT_FOUND",
    ]);
  expect(await lab.stage.tmux("capture-pane", "-p", "-t", after!.pane!.id)).toBe(screen);
  expect(await post("shop", "send", { session: after!.id, dryRun: true })).toMatchObject({
    id: after!.id,
    typed: false,
  });
}, 60_000);

/** An agent that asks the same thing so often. */
async function ask(times: number) {
  symlinkSync(process.execPath, join(lab.dir, "claude"));
  const files = ["bytes", "prompts"].map((name) => join(lab.dir, name));
  const words = ["env", `TYPIST_ASKS=${times}`, join(lab.dir, "claude"), TYPIST, ...files];
  const pane = await openPane(lab.stage, ...words);
  const row = async () => (await lab.sessions()).find((one) => one.pane?.id === pane);
  await eventually(row, (seen) => seen?.status === "idle");
  await post(pane, "send", { text: "ask me" });
  const lines = (at: number): string[] =>
    existsSync(files[at]!) ? readFileSync(files[at]!, "utf8").trim().split("\n") : [];
  const asked = async (not = ""): Promise<string> => {
    const seen = await eventually(
      row,
      (one) => ![undefined, not].includes(one?.attention?.generation),
    );
    return seen!.attention!.generation;
  };
  return {
    pane,
    asked,
    bytes: () => lines(0),
    taken: () => lines(1).filter((one) => one.includes("took")),
  };
}

it("a dialog that has come again with the same words", async () => {
  const { pane, asked, bytes, taken } = await ask(2);
  const first = await asked();
  expect(await post(pane, "approve", { generation: first })).toMatchObject({ option: "Yes" });
  const second = await asked(first);
  const typed = bytes().length;
  for (const verb of verbs.filter((one) => one !== "interrupt"))
    expect([verb, await post(pane, verb, { generation: first })]).toEqual([verb, "E_MOVED"]);
  expect(await post(pane, "interrupt", { generation: first })).toMatch(/E_MOVED|E_REFUSED/);
  const ran = await lab.cli(["keys", pane, "1", "--generation", first]);
  expect([ran.code, ran.stderr]).toEqual([
    75,
    expect.stringContaining("asks something else by now"),
  ]);
  expect([bytes().length, taken()]).toEqual([typed, ['{"took":"Yes"}']]);
  expect((await lab.cli(["keys", pane, "1", "--generation", second])).code).toBe(0);
  expect(taken()).toHaveLength(2);
}, 60_000);

it("two that decide on one dialog answer one, though another with the same words is there already", async () => {
  const { pane, asked, taken } = await ask(5);
  const generation = await asked();
  expect(await post(pane, "approve", { generation })).toMatchObject({ option: "Yes" });
  // The next one is drawn before anybody but the first has looked at the screen.
  await eventually(
    () => lab.stage.tmux("capture-pane", "-p", "-t", pane),
    (screen) => screen.includes("Do you want to proceed?"),
  );
  expect(await post(pane, "approve", { generation })).toBe("E_MOVED");
  expect(taken()).toHaveLength(1);
  // It has a generation of its own, by which it can be answered.
  const next = await asked(generation);
  expect(await post(pane, "deny", { generation: next })).toMatchObject({ option: "No" });
  expect(taken()).toEqual(['{"took":"Yes"}', '{"took":"No"}']);
}, 60_000);

it("decisions on one dialog that come at once answer it once", async () => {
  const { pane, asked, taken } = await ask(5);
  const generation = await asked();
  const approve = () => post(pane, "approve", { generation });
  const answers = await Promise.all([approve(), approve(), approve()]);
  expect(answers.filter((one) => typeof one === "object")).toHaveLength(1);
  for (const refused of answers.filter((one) => typeof one !== "object"))
    expect(["E_MOVED", "E_REFUSED"]).toContain(refused);
  expect(taken()).toHaveLength(1);
}, 60_000);
