/** FR-061, FR-062: where the kernel lets nobody watch, in a user namespace with limits of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { createLab } from "../lab/lab.ts";
import { eventually } from "../lab/eventually.ts";
import { codexLog, expectRow, mark } from "../lab/said.ts";
import { recordings as screens } from "../stage/recordings.ts";

it.each([
  ["max_inotify_watches", 1],
  // Node itself takes one for each thread that watches.
  ["max_inotify_instances", 0],
])(
  "FR-061 FR-062 without watches (user.%s = %d) everything is found by looking, and doctor says so",
  async (limit, most) => {
    const cast = [
      { screen: screens.get("claude-2.1.332/working-thinking"), publishes: true },
      { screen: screens.get("codex-0.171.0/working-thinking") },
      { screen: screens.get("claude-2.1.332/idle-after-answer") },
    ];
    const lab = await createLab({ cast });
    const [publishes, logs, hooks] = lab.stage.actors;
    mkdirSync(lab.env.CCMUX_HOME!, { mode: 0o700 });
    const script = `echo ${most} >/proc/sys/user/${limit} && exec "$@"`;
    const words = [
      "--user",
      "--map-root-user",
      "sh",
      "-c",
      script,
      "sh",
      lab.cliPath,
      "daemon",
      "run",
    ];
    const daemon = spawn("unshare", words, { env: lab.env, stdio: "ignore" });
    onTestFinished(async () => {
      daemon.kill("SIGTERM");
      if (daemon.exitCode === null) await once(daemon, "exit");
    });
    await eventually(
      () => lab.daemonPid(),
      (pid) => pid !== null,
      30_000,
    );

    await lab.stage.show(publishes!, screens.get("claude-2.1.332/idle-after-answer"));
    await expectRow(lab, publishes!, { status: "idle" });
    mark(lab, hooks!, { event: "UserPromptSubmit", payload: { prompt: "by a hook" } });
    await expectRow(lab, hooks!, { lastPrompt: "by a hook" });
    const log = codexLog(lab, logs!.cwd, "11111111-2222-4333-8444-555555555555");
    log.begin();
    log.prompt("by a log");
    await expectRow(lab, logs!, { lastPrompt: "by a log" });
    writeFileSync(`${lab.env.CCMUX_HOME}/ccmux.json`, '{"scanMs": 900}');

    const { code, stdout } = await lab.cli(["doctor"]);
    expect([code, stdout]).toEqual([
      expect.any(Number),
      expect.stringMatching(/file watching: the limit fs\.inotify\.max_user_\w+ is reached/),
    ]);
    const { stdout: said } = await lab.cli(["daemon", "logs", "--lines", "1000"]);
    expect(said.match(/WARN|warn/g)!.length).toBeLessThan(6);
    expect(said).not.toContain("defect");
    await eventually(
      async () => (await lab.cli(["daemon", "logs"])).stdout,
      (text) => text.includes("config: it has changed"),
      15_000,
    );
    expect((await lab.cli(["daemon", "logs"])).stdout).toContain("config: it has changed");
  },
);
