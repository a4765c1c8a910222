/** `ccmux completions <shell> --install` as a person runs it, and a new shell after it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { many, writeNames } from "../lab/named.ts";
import { run, type RunResult } from "../lab/run.ts";
import { openTerminal, type Terminal } from "../lab/terminal.ts";

const LAUNCHER = fileURLToPath(new URL("../../bin/ccmux", import.meta.url));
const TELL = "ccmux() { printf '%s\\n' \"$@\" >$OUT; }\nPS1='> '\n";

/** A person's home is that of a terminal, where startup files can be changed. */
const cli = ({ dir }: Terminal, ...args: string[]): Promise<RunResult> =>
  run(LAUNCHER, ["completions", ...args], {
    cwd: dir,
    env: { HOME: dir, ZDOTDIR: dir, PATH: process.env.PATH ?? "", CCMUX_HOME: join(dir, "ccmux") },
  });

async function restart(terminal: Terminal, command: string): Promise<void> {
  await terminal.type(`clear; exec ${command}`);
  await terminal.press("Enter");
  await terminal.shows(/^> ?$/m);
}

it("bash: says the line for a bash that loads nothing by itself, and the line is enough", async () => {
  const env = writeNames(many(1));
  const terminal = await openTerminal("bash", { env, startup: TELL });
  const { code, stdout } = await cli(terminal, "bash", "--install");
  const path = join(terminal.dir, ".local/share/bash-completion/completions/ccmux");
  expect(code).toBe(0);
  expect(stdout).toBe(
    `Wrote ${path}.\nAdd this line to ~/.bashrc:\n\n  source ${path}\n\nThen open a new shell.\n`,
  );
  writeFileSync(join(terminal.dir, ".bashrc"), `${TELL}source ${path}\n`);
  await restart(terminal, "bash");
  expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
  // Now it has it, and there is nothing to say.
  expect(JSON.parse((await cli(terminal, "bash", "--install", "--json")).stdout)).toEqual({
    shell: "bash",
    path,
    changed: false,
    needs: null,
  });
  await cli(terminal, "bash", "--uninstall");
  expect(existsSync(path)).toBe(false);
});

it("zsh: takes the folder that is on fpath for it, whatever else a startup file prints", async () => {
  const startup = `fpath=(~/.zfunc \${fpath:#*site-functions}); autoload -Uz compinit; compinit -u -D\necho hello\n${TELL}`;
  const terminal = await openTerminal("zsh", { env: writeNames(many(1)), startup });
  mkdirSync(join(terminal.dir, ".zfunc"));
  const path = join(terminal.dir, ".zfunc/_ccmux");
  const { stdout } = await cli(terminal, "zsh", "--install");
  expect(stdout).toBe(`Wrote ${path}.\nOpen a new shell to use it.\n`);
  await restart(terminal, "zsh -d -i");
  expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
  expect((await cli(terminal, "zsh", "--uninstall")).stdout).toBe(`Removed ${path}.\n`);
});

it("zsh: says the line where no folder on fpath is meant for it", async () => {
  const startup = `fpath=(\${fpath:#*site-functions}); autoload -Uz compinit; compinit -u -D\n${TELL}`;
  const terminal = await openTerminal("zsh", { env: writeNames(many(1)), startup });
  const { stdout } = await cli(terminal, "zsh", "--install", "--json");
  const { path, needs } = JSON.parse(stdout);
  expect(path).toBe(join(terminal.dir, ".local/share/zsh/site-functions/_ccmux"));
  expect(needs).toEqual({
    line: `fpath=(${dirname(path)} $fpath)`,
    file: `${terminal.dir}/.zshrc`,
    above: "compinit",
  });
  const file = join(terminal.dir, ".zshrc");
  writeFileSync(file, startup.replace("; autoload", `; ${needs.line}; autoload`));
  await restart(terminal, "zsh -d -i");
  expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
  await cli(terminal, "zsh", "--uninstall");
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(file, "utf8")).toContain(needs.line);
});

it("fish: its own folder, and nothing to add", async () => {
  const startup =
    "function ccmux; printf '%s\\n' $argv >$OUT; end\nfunction fish_prompt; echo '> '; end\n";
  const terminal = await openTerminal("fish", { env: writeNames(many(1)), startup });
  const { stdout } = await cli(terminal, "fish", "--install");
  const path = join(terminal.dir, ".config/fish/completions/ccmux.fish");
  expect(stdout).toBe(`Wrote ${path}.\nOpen a new shell to use it.\n`);
  await restart(terminal, "fish --init-command 'source ~/init.fish'");
  expect(await terminal.completes("ccmux wait cl")).toEqual(["wait", "claude-00000000"]);
  await cli(terminal, "fish", "--uninstall");
  expect(existsSync(path)).toBe(false);
});

it("leaves a file alone that is not from ccmux", async () => {
  const terminal = await openTerminal("bash", { startup: TELL });
  const path = join(terminal.dir, ".config/fish/completions/ccmux.fish");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "# mine\n");
  expect(await cli(terminal, "fish", "--install")).toMatchObject({
    code: 75,
    stderr: expect.stringContaining(`${path} is there, and not from ccmux.`),
  });
  await cli(terminal, "fish", "--uninstall");
  expect(readFileSync(path, "utf8")).toBe("# mine\n");
});
