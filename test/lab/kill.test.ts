/** Ending agents and taking rows away, with real processes in real panes. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import type { Actor } from "../../src/stage/actor.ts";
import { isRunning } from "../../src/stage/processes.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { openPane } from "./open-pane.ts";

let lab: Lab;
let idle: Actor, busy: Actor, asking: Actor, other: Actor;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  lab = await createLab({
    cast: [
      { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true },
      { screen: screens.get("codex-0.171.0/working-thinking") },
      { screen: screens.get("claude-2.1.332/permission-bash"), publishes: true },
      { screen: screens.get("claude-2.1.332/idle-after-answer"), publishes: true },
    ],
    atEnd: (cleanUp) => cleanUps.push(cleanUp),
  });
  [idle, busy, asking, other] = lab.stage.actors as [Actor, Actor, Actor, Actor];
  await lab.sessions();
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const paneOf = (actor: Actor): string => actor.pane!.id;
const rowOf = async (pane: string): Promise<SessionJson | undefined> =>
  (await lab.sessions()).find((row) => row.pane?.id === pane);
const screenOf = (pane: string): Promise<string> =>
  lab.stage.tmux("capture-pane", "-p", "-t", pane);

it("an agent is ended, its row goes with it, and its pane stays", async () => {
  const { process, pane } = idle;
  const id = (await rowOf(pane!.id))!.id;
  const answer = await lab.json<object>(["kill", pane!.id]);
  expect(answer).toEqual({ id, pid: process!.pid, signal: "SIGTERM" });
  expect(isRunning(process!)).toBe(false);
  expect(await rowOf(pane!.id)).toBeUndefined();
  expect(isRunning(pane!.shell)).toBe(true);
  expect(await lab.cli(["kill", id])).toMatchObject({ code: 1, stdout: "" });
}, 60_000);

it("one that does not listen gets SIGKILL after a grace", async () => {
  const claude = join(lab.dir, "claude");
  symlinkSync(process.execPath, claude);
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const pane = await openPane(lab.stage, claude, "-e", deaf);
  const row = await eventually(() => rowOf(pane), Boolean);
  expect(await lab.json(["kill", row!.id])).toMatchObject({ pid: row!.pid, signal: "SIGKILL" });
}, 60_000);

it("the agent in one's own pane is not ended without --force", async () => {
  const env = { TMUX: `${lab.stage.socket},1,0`, TMUX_PANE: paneOf(other) };
  for (const ref of ["self", paneOf(other)]) {
    const { code, stderr } = await lab.cli(["kill", ref], { env });
    expect([code, stderr]).toEqual([75, expect.stringContaining("--force")]);
  }
  expect(isRunning(other.process!)).toBe(true);
  const { process } = other;
  expect(await lab.cli(["kill", "self", "--force"], { env })).toMatchObject({ code: 0 });
  expect(isRunning(process!)).toBe(false);
}, 60_000);

it("a terminal is asked, and no is no", async () => {
  const { pid } = busy.process!;
  const vars = Object.entries(lab.env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const kill = `'${lab.cliPath}' kill ${paneOf(busy)}; echo "exit $?"`;
  const pane = await openPane(lab.stage, ...vars, `${kill}; ${kill}; exec sleep 1000`);
  const shows = (text: string) =>
    eventually(
      () => screenOf(pane),
      (screen) => screen.includes(text),
    );
  expect(await shows("[y/N]")).toMatch(
    new RegExp(`End codex-\\w+ \\(working, project, main:1.0, pid\\s${pid}\\)\\? \\[y/N\\]`),
  );
  await lab.stage.tmux("send-keys", "-t", pane, "n", "Enter");
  expect(await shows("exit 75")).toMatch(/Nothing was ended: you said no\.[^]*exit 75/);
  expect(isRunning(busy.process!)).toBe(true);
  await eventually(
    () => screenOf(pane),
    (screen) => screen.split("[y/N]").length === 3,
  );
  await lab.stage.tmux("send-keys", "-t", pane, "y", "Enter");
  expect(await shows("exit 0")).toContain(`ended (pid ${pid})`);
  expect(isRunning(busy.process!)).toBe(false);
}, 60_000);

it("a dismissed row is away until something changes, and its agent runs on", async () => {
  const pane = paneOf(asking);
  const { id } = (await rowOf(pane))!;
  expect(await lab.json(["dismiss", pane])).toEqual({ id });
  expect(await rowOf(pane)).toBeUndefined();
  expect(await lab.cli(["screen", id])).toMatchObject({ code: 1 });
  expect(isRunning(asking.process!)).toBe(true);
  const gone = await lab.cli(["wait", id, "--until", "gone", "--timeout", "0"]);
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining("Not gone within 0 s") });
  const idle = lab.cli(["wait", id]);
  await lab.stage.show(asking, screens.get("claude-2.1.332/idle-after-answer"));
  expect(await eventually(() => rowOf(pane), Boolean)).toMatchObject({ id, status: "idle" });
  expect(await idle).toMatchObject({ code: 0, stdout: `${id} idle\n` });
  const told = await lab.cli([
    "events",
    "--session",
    id,
    "--type",
    "removed,created",
    "--limit",
    "2",
  ]);
  expect(told.stdout).toMatch(/ was dismissed\n.* is back, idle\n$/);
}, 60_000);

it("a request that meant another session ends nobody", async () => {
  const { id } = (await rowOf(paneOf(asking)))!;
  const socket = join(lab.env.CCMUX_HOME!, "run/ccmux.sock");
  const { request } = await import("../../src/io/client.ts");
  for (const verb of ["kill", "dismiss"]) {
    const asked = request(socket, {
      method: "POST",
      path: `/v1/sessions/${id}/${verb}`,
      body: { session: "claude-another" },
    });
    await expect(asked).rejects.toMatchObject({ code: "E_MOVED" });
  }
  expect(await rowOf(paneOf(asking))).toMatchObject({ id });
});
