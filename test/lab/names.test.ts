/** The names file of a real daemon, and bash that reads it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordings as screens } from "../stage/recordings.ts";
import { eventually } from "./eventually.ts";
import { createLab } from "./lab.ts";
import { openTerminal } from "./terminal.ts";

const screen = screens.get("claude-2.1.332/idle-after-answer");
const PROJECT = "shop: $5 % 'étage'";

it("is kept current by the daemon, completes in bash, and is gone when the daemon is", async () => {
  const lab = await createLab({ cast: [{ screen, project: PROJECT, publishes: true }] });
  const [row] = await lab.sessions();
  const file = join(lab.env.CCMUX_HOME!, "run/sessions.tsv");
  const holds = (text: string): Promise<string> =>
    eventually(
      async () => readFileSync(file, "utf8"),
      (all) => all.includes(text),
    );
  const pid = await lab.daemonPid();
  expect(await holds("claude")).toBe(
    `${pid} 1\n${row!.id}\tclaude, ${PROJECT}, idle\n${PROJECT}\tclaude, ${PROJECT}, idle\n`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const terminal = await openTerminal("bash", { env: { CCMUX_HOME: lab.env.CCMUX_HOME! } });
  expect(await terminal.completes("ccmux wait sh")).toEqual(["wait", PROJECT]);
  await lab.cli(["label", row!.id, "mine"]);
  await holds("mine\t");
  expect(await terminal.completes("ccmux wait mi")).toEqual(["wait", "mine"]);
  expect(await terminal.completes(`ccmux wait ${row!.id.slice(0, -2)}`)).toEqual(["wait", row!.id]);

  await lab.stage.show(lab.stage.actors[0]!, screens.get("claude-2.1.332/permission-bash"));
  expect(await holds("waiting (permission)")).toContain(
    `mine\tclaude, ${PROJECT}, waiting (permission)`,
  );

  // What a killed daemon left is replaced by the next one; until then shells see that its pid is gone.
  process.kill(pid!, "SIGKILL");
  await eventually(
    async () => lab.daemonPid(),
    (it) => it === null,
  );
  expect(existsSync(file)).toBe(true);
  await lab.startDaemon();
  expect(await holds("mine\t")).toMatch(new RegExp(`^${await lab.daemonPid()} 1\n`));
  await lab.cli(["daemon", "stop"]);
  expect(existsSync(file)).toBe(false);
}, 120_000);
