import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { Shell } from "../../src/setup/completions.ts";
import { eventually } from "./eventually.ts";

const exec = promisify(execFile);
const SCRIPTS = fileURLToPath(new URL("../../completions/", import.meta.url));

/** What each shell reads at its start: our script, and a `ccmux` that only tells its arguments. */
const STARTUP: Readonly<
  Record<Shell, { file: string; text: string; command(file: string): string }>
> = {
  bash: {
    file: "bashrc",
    text: `. ${SCRIPTS}ccmux.bash\nccmux() { printf '%s\\n' "$@" >$OUT; }\nPS1='> '\n`,
    command: (file) => `bash --noprofile --rcfile ${file}`,
  },
  zsh: {
    file: ".zshrc",
    text: `autoload -Uz compinit; compinit -u -D; . ${SCRIPTS}_ccmux\nccmux() { printf '%s\\n' "$@" >$OUT; }\nPS1='> '\n`,
    command: () => "zsh -d -i",
  },
  fish: {
    file: "init.fish",
    text: `source ${SCRIPTS}ccmux.fish\nfunction ccmux; printf '%s\\n' $argv >$OUT; end\nfunction fish_prompt; echo '> '; end\n`,
    command: (file) => `fish --no-config --init-command 'source ${file}'`,
  },
};

/** A busy machine takes seconds to start zsh with its compinit. */
const PATIENCE_MS = 40_000;

export interface TerminalOptions {
  /** Instead of what it reads at its start otherwise. */
  startup?: string;
  env?: Readonly<Record<string, string>>;
  /** Columns and rows. @default 100 × 40 */
  size?: readonly [cols: number, rows: number];
}

/** A shell on a terminal of its own, as a person has it. */
export interface Terminal {
  /** Its home and working directory. */
  readonly dir: string;
  /** Of the shell. */
  readonly pid: number;
  /** Types it, and nothing else. */
  type(text: string): Promise<void>;
  /** Presses keys, by tmux's names. */
  press(...keys: string[]): Promise<void>;
  /** What it shows, without empty rows. */
  screen(): Promise<string[]>;
  /** Waits for it; returns the last screen in any case. */
  shows(pattern: RegExp): Promise<string>;
  /** Types it, presses TAB and Enter: what `ccmux` was called with then. Null: it was not called. */
  completes(typed: string): Promise<string[] | null>;
}

export async function openTerminal(shell: Shell, options: TerminalOptions = {}): Promise<Terminal> {
  const { startup = STARTUP[shell].text, env = {}, size = [100, 40] } = options;
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "cm-sh-")));
  const socket = join(dir, "tmux.sock");
  const tmux = async (...args: string[]): Promise<string> =>
    (await exec("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...args], { cwd: dir })).stdout;
  onTestFinished(async () => {
    await tmux("kill-server").catch(() => {});
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 }); // A shell may still write.
  });

  const file = join(dir, STARTUP[shell].file);
  mkdirSync(join(dir, "work"));
  writeFileSync(file, startup);
  const out = join(dir, "out");
  const variables = {
    HOME: dir,
    ZDOTDIR: dir,
    OUT: out,
    PATH: process.env.PATH ?? "",
    LANG: "C.UTF-8",
    ...env,
  };
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const [cols, rows] = size.map(String);
  await tmux(
    "new-session",
    "-d",
    "-x",
    cols!,
    "-y",
    rows!,
    "-c",
    join(dir, "work"),
    "env",
    "-i",
    "TERM=screen-256color",
    ...given,
    "sh",
    "-c",
    `exec ${STARTUP[shell].command(file)}`,
  );

  const terminal: Terminal = {
    dir,
    pid: Number(await tmux("display-message", "-p", "#{pane_pid}")),
    type: async (text) => void (await tmux("send-keys", "-l", text)),
    press: async (...keys) => void (await tmux("send-keys", ...keys)),
    screen: async () =>
      (await tmux("capture-pane", "-p", "-J")).split("\n").filter((row) => row.trim()),
    shows: (pattern) =>
      eventually(
        async () => (await terminal.screen()).join("\n"),
        (text) => pattern.test(text),
        PATIENCE_MS,
      ),
    async completes(typed) {
      rmSync(out, { force: true });
      await terminal.type(typed);
      await terminal.press("Tab", "Enter");
      const text = await eventually(
        async () => readOr(out, null),
        (it) => it !== null,
        PATIENCE_MS,
      );
      // Whatever is left there must not spoil the next one.
      await terminal.press("C-c");
      await terminal.press("C-l");
      return text === null ? null : text.trimEnd().split("\n");
    },
  };
  if (!/^> ?$/m.test(await terminal.shows(/^> ?$/m))) throw new Error(`${shell} shows no prompt`);
  return terminal;
}

function readOr<T>(file: string, fallback: T): string | T {
  try {
    const text = readFileSync(file, "utf8");
    return text === "" ? fallback : text;
  } catch {
    return fallback;
  }
}
