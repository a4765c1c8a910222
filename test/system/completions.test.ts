/** Real shells on real terminals. What is not theirs alone is in test/lab/completions.test.ts, for bash. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SHELLS, type Shell } from "../../src/setup/completions.ts";
import { eventually } from "../lab/eventually.ts";
import { many, ODD, odd, writeNames } from "../lab/named.ts";
import { openTerminal, type Terminal } from "../lab/terminal.ts";

const SCRIPT = fileURLToPath(new URL("../../completions/_ccmux", import.meta.url));
/** The pid of nobody: of a process that has ended. */
const gone = (): number => Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
/** What a shell says that has a thousand to show. */
const OFFER = /1000 possibilities|more rows|rows 1 to/;

describe.each(SHELLS)("TAB in %s", (shell) => {
  it("completes names that a shell could take for something else, and runs none of them", async () => {
    const terminal = await openTerminal(shell, { env: writeNames(odd()) });
    for (const [name, typed] of ODD)
      expect([typed, await terminal.completes(`ccmux wait ${typed}`)]).toEqual([
        typed,
        ["wait", name],
      ]);
    expect(existsSync(join(terminal.dir, "work/pwned"))).toBe(false);
  });

  it("shows descriptions as they are, whatever an agent's folder is called", async () => {
    const terminal = await openTerminal(shell, { env: writeNames(odd()) });
    const text = await offers(terminal, shell, /00000001/);
    expect(text).toContain('codex, it\'s "q" `x` $HOME $(touch pwned) \\ %B, idle');
    expect(existsSync(join(terminal.dir, "work/pwned"))).toBe(false);
  });

  it("offers a thousand sessions with what they are, and starts no process for it: seen by strace", async () => {
    const terminal = await openTerminal(shell, { env: writeNames(many(1000)) });
    const traced = await trace(terminal);
    const text = await offers(terminal, shell, OFFER);
    expect(await traced()).toEqual([]);

    // bash and zsh ask before they show so many.
    if (/possibilities/.test(text)) await terminal.type("y");
    expect(await terminal.shows(/claude, proj-7, working/)).toMatch(/claude, proj-7, working/);
    // The one who looks is looked at: a program that does start is seen.
    await terminal.press("q", "C-c", "C-c");
    await terminal.type("/bin/true");
    await terminal.press("Enter");
    expect(await eventually(traced, (lines) => lines.length > 0)).not.toEqual([]);
  });

  it.each([
    ["none runs", () => ({ CCMUX_HOME: "/nonexistent" })],
    ["one was killed", () => writeNames(many(3), gone())],
    ["CCMUX_HOME is wrong", () => ({ CCMUX_HOME: "not/absolute" })],
  ])("FR-080: is silent where %s", async (_, env) => {
    const terminal = await openTerminal(shell, { env: env() });
    await terminal.type("ccmux wait ");
    await terminal.press("Tab", "Tab");
    await terminal.type("x");
    expect(await terminal.shows(/wait x/)).toBe("> ccmux wait x");
  });

  it("FR-080: offers what was known last while a daemon hangs", async () => {
    const hung = spawn("sleep", ["600"]);
    try {
      const env = writeNames(many(1), hung.pid);
      hung.kill("SIGSTOP");
      const terminal = await openTerminal(shell, { env });
      expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
    } finally {
      hung.kill("SIGKILL");
    }
  });

  it("knows commands, flags and their values", async () => {
    const terminal = await openTerminal(shell, { env: writeNames(many(1)) });
    for (const [typed, words] of [
      ["ccmux li", ["list"]],
      ["ccmux list --stat", ["list", "--status"]],
      ["ccmux list --status wo", ["list", "--status", "working"]],
      ["ccmux list --status working,id", ["list", "--status", "working,idle"]],
      ["ccmux --her", ["--here"]],
      ["ccmux help wai", ["help", "wait"]],
      ["ccmux daemon resta", ["daemon", "restart"]],
      ["ccmux keys claude-00000000 Esc", ["keys", "claude-00000000", "Escape"]],
      ["ccmux wait nobody --timeout 3 cl", ["wait", "nobody", "--timeout", "3", "claude-00000000"]],
      ["ccmux send claude-00000000 cl", ["send", "claude-00000000", "cl"]],
    ] as const) {
      const given = await terminal.completes(typed);
      // zsh leaves a comma where more may follow.
      expect([typed, given?.map((word) => word.replace(/[,=]$/, ""))]).toEqual([typed, words]);
    }
  });
});

describe("zsh", () => {
  const print = "ccmux() { printf '%s\\n' \"$@\" >$OUT; }\nPS1='> '\n";
  it.each([
    ["sourced", `autoload -Uz compinit; compinit -u -D; . ${SCRIPT}`],
    ["FR-079: sourced before compinit", `. ${SCRIPT}; autoload -Uz compinit; compinit -u -D`],
    [
      "FR-079: sourced from a pipe, with odd options",
      `setopt nounset; . <(cat ${SCRIPT}); autoload -Uz compinit; compinit -u -D`,
    ],
    [
      "on fpath",
      `mkdir -p ~/f; cp ${SCRIPT} ~/f; fpath=(~/f $fpath); autoload -Uz compinit; compinit -u -D`,
    ],
  ])("completes when it is %s", async (_, startup) => {
    const env = writeNames(many(1));
    const terminal = await openTerminal("zsh", { env, startup: `${startup}\n${print}` });
    expect((await terminal.screen()).join("\n")).toMatch(/^> *$/);
    expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
    expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
  });

  it("FR-079: says nothing where there is no compinit at all", () => {
    const run = (): string =>
      execFileSync("zsh", ["-f", "-c", `source ${SCRIPT} 2>&1`], { encoding: "utf8" });
    expect(run()).toBe("");
  });
});

/** Presses TAB as often as that shell wants until it shows that. */
async function offers(terminal: Terminal, shell: Shell, pattern: RegExp): Promise<string> {
  await terminal.type("ccmux wait ");
  await terminal.press("Tab");
  // The first one has written what all have in common.
  if (shell !== "fish") await terminal.press("Tab", ...(shell === "bash" ? ["Tab"] : []));
  return terminal.shows(pattern);
}

/** From now on. @returns the processes that were started since */
async function trace(terminal: Terminal): Promise<() => Promise<string[]>> {
  const log = join(terminal.dir, "strace.log");
  const calls = "trace=execve,execveat,fork,vfork,clone,clone3";
  const strace = spawn("strace", ["-f", "-qq", "-e", calls, "-o", log, "-p", String(terminal.pid)]);
  strace.stderr.resume();
  const ended = once(strace, "exit");
  process.once("exit", () => strace.kill("SIGKILL"));
  const tracer = (): string =>
    /TracerPid:\s+(\d+)/.exec(readFileSync(`/proc/${terminal.pid}/status`, "utf8"))![1]!;
  await eventually(
    async () => tracer(),
    (pid) => pid !== "0",
  );
  expect(tracer()).not.toBe("0");
  void ended;
  // A thread is no process: fish colours what is typed in one.
  return async () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => /\b(?:exec|fork|clone)/.test(line) && !line.includes("CLONE_THREAD"));
}
