import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { demoCast } from "../../src/stage/demo.ts";
import { createLab } from "./lab.ts";
import { ownProcesses } from "./own-processes.ts";
import { recordings } from "../stage/recordings.ts";
import { expectedRows, saidRows, type Row } from "./rows.ts";

/** Generous: what is tested is what is said, not how soon. */
const POLL = { timeout: 15_000, interval: 100 };

it("lists the demo's whole cast where the stage put it", async () => {
  const lab = await createLab({ cast: demoCast() });
  await lab.startDaemon();
  const places = (rows: Row[]): object[] =>
    rows.map(({ status: _status, kind: _kind, source: _source, ...place }) => place);
  const said = async (): Promise<object[]> => places(saidRows(await lab.sessions()));
  await expect.poll(said, POLL).toEqual(places(expectedRows(lab.stage.expected())));
});

it("has ccmux say what the stage shows, before and after it shows another screen", async () => {
  const { get } = recordings;
  const lab = await createLab({
    cast: [
      { screen: get("claude-2.1.332/plan-approval"), publishes: true },
      { screen: get("claude-2.1.332/80x24/working-thinking") },
      { screen: get("codex-0.171.0/permission-bash"), project: "shop" },
    ],
  });
  await lab.startDaemon();
  const said = async (): Promise<Row[]> => saidRows(await lab.sessions());
  await expect.poll(said, POLL).toEqual(expectedRows(lab.stage.expected()));

  const [planner, thinker, asker] = lab.stage.actors;
  await lab.stage.show(planner!, get("claude-2.1.332/idle-fresh"));
  await lab.stage.show(thinker!, get("claude-2.1.332/80x24/question"));
  await lab.stage.show(asker!, get("codex-0.171.0/working-thinking"));
  await expect.poll(said, POLL).toEqual(expectedRows(lab.stage.expected()));
});

it("leaves nothing behind, also when the daemon can't hear", async () => {
  let home = "";
  onTestFinished(() => {
    expect(existsSync(home)).toBe(false);
    expect(ownProcesses(home)).toEqual([]);
  });
  const lab = await createLab();
  home = lab.env.CCMUX_HOME!;
  const pid = await lab.startDaemon();
  expect(ownProcesses(home)).toEqual([pid]);
  expect(await lab.daemonPid()).toBe(pid);
  process.kill(pid, "SIGSTOP");
});
