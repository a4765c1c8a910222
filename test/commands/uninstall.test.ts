import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createLab, type Lab } from "../lab/lab.ts";
import { plantProgram } from "../setup/world.ts";

const MINE = '{\n  // mine\n  "model": "opus"\n}\n';

/** Hooks, completions, lines of tmux and a daemon. */
async function installed() {
  const lab = await createLab();
  const bin = join(lab.stage.home, "bin");
  mkdirSync(bin, { recursive: true });
  plantProgram(join(bin, "claude"), "2.1.332 (Claude Code)");
  const env = { PATH: `${bin}:${lab.env.PATH}` };
  const settings = join(lab.stage.home, ".claude/settings.json");
  const tmux = join(lab.stage.home, ".tmux.conf");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, MINE);
  writeFileSync(tmux, "set -g mouse on\n");
  const said = await lab.cli(["setup", "--yes", "--agent", "claude,tmux"], { env });
  expect(said).toMatchObject({ code: 0 });
  expect((await lab.cli(["completions", "fish", "--install"], { env })).code).toBe(0);
  await lab.startDaemon();
  const completion = join(lab.stage.home, ".config/fish/completions/ccmux.fish");
  for (const [path, words] of [
    [settings, "ccmux-hook.sh"],
    [tmux, "status --line"],
    [completion, "ccmux"],
  ] as const)
    expect(readFileSync(path, "utf8")).toContain(words);
  return { lab, env, settings, tmux, completion };
}

const kept = (lab: Lab): boolean => existsSync(join(lab.env.CCMUX_HOME!, "state/state.db"));

it("takes all of it back, and stops the daemon", async () => {
  const { lab, env, settings, tmux, completion } = await installed();
  const { code, stdout } = await lab.cli(["uninstall", "--yes"], { env });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(readFileSync(settings, "utf8")).toBe(MINE);
  expect(readFileSync(tmux, "utf8")).toBe("set -g mouse on\n");
  expect(existsSync(completion)).toBe(false);
  expect(await lab.daemonPid()).toBeNull();
  expect(stdout).toContain("~/.claude/settings.json: written");
  expect(stdout).toContain("npm uninstall --global ccmux");
  expect(kept(lab)).toBe(true);

  // A folder of ours may be a person's, too.
  const [config, foreign] = ["ccmux.json", "hooks/mine.sh"].map((name) =>
    join(lab.env.CCMUX_HOME!, name),
  ) as [string, string];
  writeFileSync(config, "{}");
  mkdirSync(dirname(foreign), { recursive: true });
  writeFileSync(foreign, "mine");
  writeFileSync(join(lab.env.CCMUX_HOME!, "state/.crashes.json.ccmux-1"), "half of it");
  const report = await lab.json<{ purged: string[] }>(["uninstall", "--yes", "--purge"], { env });
  expect(report).toMatchObject({ files: [], completions: [], daemon: null, failures: [] });
  expect(kept(lab)).toBe(false);
  expect(readFileSync(config, "utf8")).toBe("{}");
  expect(readFileSync(foreign, "utf8")).toBe("mine");
  expect(existsSync(join(lab.env.CCMUX_HOME!, "state"))).toBe(false);
}, 120_000);

it("asks first, and does nothing where nobody can be asked", async () => {
  const { lab, env, settings } = await installed();
  const { code, stderr } = await lab.cli(["uninstall"], { env });
  expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining("Add --yes.") });
  expect(readFileSync(settings, "utf8")).toContain("ccmux-hook.sh");
  expect(await lab.daemonPid()).not.toBeNull();
}, 120_000);

it("keeps what it remembers while a hook can't be taken back", async () => {
  const { lab, env, settings, tmux } = await installed();
  writeFileSync(settings, readFileSync(settings, "utf8").slice(0, -4));
  chmodSync(tmux, 0o444);
  const { code, stdout } = await lab.cli(["uninstall", "--yes", "--purge"], { env });
  expect(code).toBe(75);
  expect(stdout).toContain("~/.claude/settings.json: not changed");
  expect(stdout).toContain("~/.tmux.conf: not changed");
  expect(stdout).toContain("What ccmux remembers was kept");
  expect(kept(lab)).toBe(true);
}, 120_000);
