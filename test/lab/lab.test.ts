import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { demoCast } from "../../src/stage/demo.ts";
import { createLab } from "./lab.ts";
import { ownProcesses } from "./own-processes.ts";
import { expectedRows, saidRows } from "./rows.ts";

it("has ccmux say of the demo's cast what the stage started", async () => {
  const lab = await createLab({ cast: demoCast() });
  await lab.startDaemon();
  const said = async (): Promise<unknown> => saidRows(await lab.sessions());
  await expect.poll(said, { timeout: 10_000 }).toEqual(expectedRows(lab.stage.expected()));
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
