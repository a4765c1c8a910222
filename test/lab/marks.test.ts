/** Names and "seen": what people note about a session, over restarts of agents and daemon. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionJson } from "../../src/core/session.ts";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { follow } from "./follow.ts";
import { createLab, type Lab } from "./lab.ts";
import { up } from "./up.ts";
import { expectRow, mark, rowOf } from "./said.ts";

const idle = screens.get("claude-2.1.332/idle-after-answer");
const codex = screens.get("codex-0.171.0/idle-after-answer");

let lab: Lab;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const cast = [{ screen: idle, publishes: true, project: "shop" }, { screen: codex }];
  lab = await createLab({ cast, atEnd: (cleanUp) => cleanUps.push(cleanUp) });
  await up(lab);
  await eventually(
    () => lab.sessions(),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === "idle"),
    30_000,
  );
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const [claude, other] = [() => lab.stage.actors[0]!, () => lab.stage.actors[1]!];
const row = async (actor = claude()): Promise<SessionJson> => rowOf(await lab.sessions(), actor)!;
const labelOf = async (actor = claude()): Promise<string | null> => (await row(actor)).label;

describe("a label", { timeout: 180_000 }, () => {
  it("is given, is a reference, is shown, and is told", async () => {
    const { pane, id } = await row();
    const { code, stdout } = await lab.cli(["label", pane!.id, "review"]);
    expect([code, stdout]).toEqual([0, `${id}: review\n`]);
    expect((await lab.json<{ id: string }>(["explain", "review"])).id).toBe(id);
    const { stdout: told } = await lab.cli(["events", "--session", "review", "--type", "label"]);
    expect(told).toMatch(/ review shop main:0\.0 has this label now\n$/);
  });

  it.each([
    ["claude", 64, "it could be read as an agent"],
    ["shop", 64, "it could be read as a project"],
    ["self", 64, "a word of ccmux's own"],
    ["review", 1, "is the label of claude-"],
  ])("%s is refused for another one", async (name, code, why) => {
    const { pane } = await row(other());
    expect(await lab.cli(["label", pane!.id, name])).toMatchObject({
      code,
      stderr: expect.stringContaining(why),
    });
    expect(await labelOf(other())).toBeNull();
  });

  it("stays over a crash of the daemon, and the session does not appear anew", async () => {
    const { id, statusSince } = await row();
    const { seq } = await lab.json<{ seq: string }>(["list"]);
    process.kill((await lab.daemonPid())!, "SIGKILL");
    await up(lab);
    expect(await expectRow(lab, claude(), { label: "review" })).toMatchObject({ id, statusSince });
    const { stdout } = await lab.cli(["events", "--since", seq, "--json"]);
    const types = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(["gap"]);
  });

  it("comes back with its conversation in another process, also when the daemon was away meanwhile", async () => {
    const { nativeId, id } = await row();
    await lab.stage.end(claude());
    await eventually(
      () => lab.sessions(),
      (rows) => rows.length === 1,
    );
    // Free for nobody else to be mistaken for it, but for whom it is given.
    expect((await lab.cli(["screen", "review"])).code).toBe(1);
    await lab.cli(["daemon", "restart"]);
    await up(lab);
    await lab.stage.restart(claude());
    const fresh = await expectRow(lab, claude(), { label: null });
    expect(fresh.id).not.toBe(id);
    // The same conversation: what Claude publishes when it resumes one.
    claude().nativeId = nativeId!;
    lab.stage.publish(claude(), "idle");
    await expectRow(lab, claude(), { nativeId, label: "review" });
  });

  it("is taken away", async () => {
    expect(await lab.cli(["label", "review"])).toMatchObject({ code: 0 });
    expect(await labelOf()).toBeNull();
    expect((await lab.cli(["label", "review"])).code).toBe(1);
  });
});

describe("seen", { timeout: 180_000 }, () => {
  it("FR-083: unread is no news to the next daemon; seen clears it", async () => {
    mark(lab, other(), { event: "UserPromptSubmit" });
    await expectRow(lab, other(), { status: "working" });
    mark(lab, other(), { event: "Stop" });
    const { id, unread } = await expectRow(lab, other(), { unread: { reason: "finished" } });
    await lab.cli(["daemon", "restart"]);
    await up(lab);
    await expectRow(lab, other(), { status: "idle", unread });
    expect(await lab.json(["seen", id])).toEqual({
      sessions: [{ id, cleared: { since: expect.any(String), reason: "finished" } }],
    });
    expect((await row(other())).unread).toBeNull();
    expect((await lab.cli(["seen", id])).stdout).toBe(`${id}: was not unread\n`);
  });

  it("an agent that ends its turn before the eyes of its owner is never unread", async () => {
    await lab.stage.tmux("select-window", "-t", "main:0");
    const { TMUX: _outside, ...env } = process.env;
    const outer = (...args: string[]): string =>
      execFileSync("tmux", ["-S", join(lab.dir, "outer"), ...args], { encoding: "utf8", env });
    outer(
      "new-session",
      "-d",
      "-x",
      "80",
      "-y",
      "24",
      `tmux -S ${lab.stage.socket} attach -t main`,
    );
    onTestFinished(() => void outer("kill-server"));
    const clients = () => lab.stage.tmux("list-clients", "-F", "#{pane_id}");
    await eventually(clients, (seen) => seen.trim() !== "");
    const lists = async () =>
      (await lab.json<{ counters: { lists: number } }>(["daemon", "status"])).counters.lists;
    const before = await lists();
    const followed = follow(lab);
    await expect.poll(() => followed.seen.length, { timeout: 15_000 }).toBeGreaterThan(0);
    // It is seen with the next list but one: one may have begun before.
    await eventually(lists, (now) => now > before + 1, 20_000);
    lab.stage.publish(claude(), "busy");
    await expectRow(lab, claude(), { status: "working" });
    // As after Escape: no hook, no log, only the state.
    lab.stage.publish(claude(), "idle");
    const { id } = await expectRow(lab, claude(), { status: "idle", unread: null });
    await followed.stop();
    const told = followed.seen.flatMap(({ session }) => (session?.id === id ? session : []));
    expect(told.map(({ status, unread }) => [status, unread])).toEqual([
      ["working", null],
      ["idle", null],
    ]);
  });
});
