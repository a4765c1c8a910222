/** What the hook script knows of where it runs, and where it puts that down. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readHead } from "../../src/core/marker.ts";
import { resolvePaths } from "../../src/core/paths.ts";
import { eventually } from "../lab/eventually.ts";
import { makeHome, readMarker, SCRIPT } from "./hook.ts";

const { PATH } = process.env;
const hasProc = existsSync("/proc/self/stat");
const INPUT = '{"session_id":"x"}';

describe.runIf(hasProc)("the process", () => {
  const pidBelow = (program: string, ...args: string[]): [unknown, number] => {
    const { home, markers } = makeHome();
    const { status, pid } = spawnSync(program, args, {
      env: { PATH, CCMUX_HOME: home },
      input: INPUT,
    });
    expect(status).toBe(0);
    return [readMarker(markers).head["pid"], pid];
  };
  // What follows keeps a shell from replacing itself by the last command.
  const held = '"$@"; :';

  it("is found through the shells that the agent runs its hooks by", () => {
    const [pid] = pidBelow("sh", "-c", held, "sh", SCRIPT, "claude", "Stop");
    expect(pid).toBe(process.pid);
    const twice = ["-c", held, "sh", "bash", "-c", held, "bash", SCRIPT, "claude", "Stop"];
    expect(pidBelow("sh", ...twice)[0]).toBe(process.pid);
  });

  it("is found by where its name ends, whatever the name", () => {
    const { home } = makeHome();
    const odd = join(home, "odd) S 1 (sh");
    copyFileSync("/bin/sh", odd);
    const [pid, own] = pidBelow(odd, "-c", held, "sh", SCRIPT, "claude", "Stop");
    expect(pid).toBe(own);
  });
});

it("names its pane, terminal and folder as they are in tmux", async () => {
  const { home, markers } = makeHome();
  const socket = join(home, "tmux.sock");
  const env = { PATH, CCMUX_HOME: home, LANG: "C.UTF-8", TERM: "xterm-256color" };
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env });
  onTestFinished(() => void tmux("kill-server"));
  const program = `require("child_process").spawnSync(${JSON.stringify(SCRIPT)}, ["claude", "Stop"]);
    setInterval(() => {}, 1000);`;
  tmux("new-session", "-d", "-c", home, process.execPath, "-e", program);
  await eventually(
    async () => readdirSync(markers),
    ([name]) => name?.endsWith(".json") === true,
  );
  const { head } = readMarker(markers);
  const fields = ["pane_id", "pane_pid", "pane_tty", "pid", "pane_current_path"];
  const format = fields.map((name) => `#{${name}}`).join("\n");
  const [paneId, pid, tty, server, cwd] = tmux("list-panes", "-a", "-F", format).split("\n");
  expect(readHead(head)).toMatchObject({ paneId, pid: Number(pid), cwd });
  expect(head["tmux"]).toBe(`${socket},${server},0`);
  expect(head["tty"] && `/dev/${String(head["tty"])}`).toBe(hasProc ? tty : undefined);
});

it("leaves out what could break its line", () => {
  const { home, markers } = makeHome();
  const cwd = join(home, 'a "quoted" folder');
  mkdirSync(cwd);
  const env = { PATH, CCMUX_HOME: home, TMUX: "/tmp/x\ny,1,0", TMUX_PANE: '%1","pid":"7' };
  spawnSync(SCRIPT, ["claude", "Stop"], { cwd, input: INPUT, env: { ...env, PWD: cwd } });
  expect(readHead(readMarker(markers).head)).toMatchObject({
    cwd: null,
    tmux: null,
    paneId: null,
    nativeId: "x",
  });
});

describe("the folder", () => {
  const write = (env: Record<string, string>, script = SCRIPT) =>
    expect(
      spawnSync(script, ["claude", "Stop"], { env: { PATH, ...env }, input: INPUT }).status,
    ).toBe(0);

  it("is where the daemon looks with the same environment", () => {
    const { home } = makeHome();
    const environments: Record<string, string>[] = [
      { CCMUX_HOME: join(home, "own folder/") },
      { CCMUX_HOME: join(home, "a"), XDG_CONFIG_HOME: join(home, "b") },
      { CCMUX_HOME: "", XDG_CONFIG_HOME: join(home, "c") },
      { XDG_CONFIG_HOME: "relative" },
      {},
    ];
    for (const more of environments) {
      const env = { HOME: home, ...more };
      const { markers } = resolvePaths(env, home);
      mkdirSync(markers, { recursive: true });
      write(env);
      expect(readMarker(markers).name).toBe("claude-x.json");
      spawnSync("rm", ["-r", markers]);
    }
  });

  it("is the one that setup knew, where the environment names none that is there", () => {
    const { home, markers } = makeHome();
    const script = join(home, "ccmux-hook.sh");
    const text = readFileSync(SCRIPT, "utf8").replace(/^known= /m, `known='${markers}' `);
    writeFileSync(script, text, { mode: 0o755 });
    write({ HOME: join(home, "nobody") }, script);
    expect(readMarker(markers).name).toBe("claude-x.json");

    const other = makeHome();
    write({ CCMUX_HOME: other.home }, script);
    expect(readMarker(other.markers).name).toBe("claude-x.json");
  });

  it("is made where only it is missing", () => {
    const { home } = makeHome();
    mkdirSync(join(home, ".config/ccmux"), { recursive: true });
    write({ HOME: home });
    expect(readMarker(join(home, ".config/ccmux/session-pids")).name).toBe("claude-x.json");
    write({ CCMUX_HOME: join(home, "removed") });
    expect(existsSync(join(home, "removed"))).toBe(false);
  });
});
