/** A wait, also that of a send, outlives the daemon it asked: for the same agents, and no longer than was said. */
import { describe, expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { openTypist } from "./agents.ts";
import { eventually } from "./eventually.ts";
import { createLab, type Lab } from "./lab.ts";
import { up } from "./up.ts";
import type { RunResult } from "./run.ts";

const idle = screens.get("claude-2.1.332/idle-after-answer");

async function startedLab(): Promise<Lab> {
  const lab = await createLab({
    cast: [
      { screen: idle, publishes: true },
      { screen: idle, publishes: true },
    ],
  });
  await up(lab);
  await eventually(
    () => lab.sessions(),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === "idle"),
    30_000,
  );
  return lab;
}

/** Begins a wait, and resolves once the daemon has it. */
async function waiting(lab: Lab, ...args: string[]): Promise<{ ended: Promise<RunResult> }> {
  const listeners = async (): Promise<number> => {
    const status = await lab.json<{ counters: { listeners: number } }>(["daemon", "status"]);
    return status.counters.listeners;
  };
  const before = await listeners();
  const ended = lab.cli(["wait", ...args], { timeoutMs: 150_000 });
  await eventually(listeners, (count) => count > before, 20_000);
  return { ended };
}

const pane = (lab: Lab, at: number): string => lab.stage.actors[at]!.pane!.id;
const kill = async (lab: Lab): Promise<void> =>
  void process.kill((await lab.daemonPid())!, "SIGKILL");

describe("a wait", { timeout: 180_000 }, () => {
  it("goes on after a restart of the daemon", async () => {
    const lab = await startedLab();
    const { ended } = await waiting(lab, pane(lab, 0), "--until", "working", "--timeout", "120");
    await lab.cli(["daemon", "restart"]);
    await up(lab);
    lab.stage.publish(lab.stage.actors[0]!, "busy");
    expect(await ended).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/ working\n$/),
    });
  });

  it("goes on after a kill, with a daemon that it starts itself; what changed meanwhile counts", async () => {
    const lab = await startedLab();
    const { ended } = await waiting(lab, pane(lab, 0), "--until", "working", "--timeout", "120");
    const { ended: change } = await waiting(
      lab,
      pane(lab, 0),
      "--until",
      "change",
      "--timeout",
      "120",
    );
    await kill(lab);
    lab.stage.publish(lab.stage.actors[0]!, "busy");
    expect((await ended).code).toBe(0);
    expect((await change).code).toBe(0);
  });

  it("means the agent that it was begun for, not the next in its pane", async () => {
    const lab = await startedLab();
    const [first, second] = [pane(lab, 0), pane(lab, 1)];
    const until = ["--until", "working", "--timeout", "120"];
    const { ended: pinned } = await waiting(lab, first, ...until);
    const { ended: gone } = await waiting(lab, first, "--until", "gone", "--timeout", "120");
    const { ended: any } = await waiting(lab, first, second, "--any", ...until);
    await kill(lab);
    await lab.stage.restart(lab.stage.actors[0]!);
    lab.stage.publish(lab.stage.actors[0]!, "busy");
    expect(await pinned).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("It ended before that"),
    });
    expect((await gone).code).toBe(0);
    lab.stage.publish(lab.stage.actors[1]!, "busy");
    const { code, stdout } = await any;
    await up(lab);
    const row = (await lab.sessions()).find((one) => one.pane?.id === second);
    expect([code, stdout]).toEqual([0, `${row!.id} working\n`]);
  });

  it("ends at its time, and starts no daemon that was stopped on purpose", async () => {
    const lab = await startedLab();
    const begun = Date.now();
    const { ended } = await waiting(lab, pane(lab, 0), "--until", "working", "--timeout", "12");
    await lab.cli(["daemon", "stop"]);
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining("Not working within 12 s")]);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(12_000);
    expect((await lab.cli(["daemon", "status"])).code).toBe(69);
  });
});

describe("send --wait", { timeout: 180_000 }, () => {
  async function sending(...args: string[]) {
    const lab = await startedLab();
    const typist = await openTypist(lab, "busy", { TYPIST_WORK_MS: "8000" });
    const ended = lab.cli(["send", typist.id, "work a while", "--wait", ...args], {
      timeoutMs: 150_000,
    });
    const works = await lab.cli(["wait", typist.id, "--until", "working", "--stable", "1"]);
    expect(works.code).toBe(0);
    return { lab, ...typist, ended };
  }

  it("goes on after a kill, with a daemon that it starts itself, and types nothing twice", async () => {
    const { lab, id, prompts, ended } = await sending("--timeout", "120");
    await kill(lab);
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${id}: submitted \\(\\w+\\), idle\n$`)),
    ]);
    expect(prompts()).toEqual(["work a while"]);
  });

  it("says that the text was submitted when no daemon comes again, or its agent ends", async () => {
    const one = await sending("--timeout", "120");
    await one.lab.cli(["daemon", "stop"]);
    expect(await one.ended).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(/The text was submitted to .*can't be told.*\nDo not send it/),
    });
    expect(one.prompts()).toEqual(["work a while"]);
    const other = await sending("--timeout", "120");
    await kill(other.lab);
    await other.lab.stage.tmux("kill-pane", "-t", other.pane);
    expect(await other.ended).toMatchObject({ code: 1, stdout: expect.stringContaining(", gone") });
  });
});
