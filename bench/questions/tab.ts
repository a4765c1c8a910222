import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { median, type Figure, type Question } from "../measure.ts";

const SCRIPTS = fileURLToPath(new URL("../../completions/", import.meta.url));
const AGENTS = ["claude", "codex", "gemini"];

/** How each shell is started, and how it offers names that it has in memory: `ccmem`, the bound. */
const SHELLS = {
  bash: {
    start: "exec bash --noprofile --rcfile $HOME/bashrc",
    file: "bashrc",
    text: `. ${SCRIPTS}ccmux.bash; bind 'set show-all-if-ambiguous on'; bind 'set enable-bracketed-paste off'
      PS1='> '; names=$(cut -f1 $CCMUX_HOME/words); complete -W "$names" ccmem`,
    offer: /possibilities/,
  },
  zsh: {
    start: "exec zsh -d -i",
    file: ".zshrc",
    text: `autoload -Uz compinit; compinit -u -D; . ${SCRIPTS}_ccmux; unset zle_bracketed_paste
      PS1='> '; names=("\${(@f)$(<$CCMUX_HOME/words)}"); _ccmem() { compadd -a names }; compdef _ccmem ccmem`,
    offer: /possibilities/,
  },
  fish: {
    start: "exec fish --no-config --init-command 'source $HOME/init.fish'",
    file: "init.fish",
    text: `source ${SCRIPTS}ccmux.fish; function fish_prompt; echo '> '; end
      set -g names (cat $CCMUX_HOME/words); complete -c ccmem -f -a '$names'`,
    offer: /more rows|rows \d+ to/,
  },
} as const;

export const tab: Question = {
  name: "tab",
  asks: "TAB in bash/zsh/fish with 1,000 sessions: no process started (test/system/completions.test.ts), ≤ 20 ms",
  async run({ size, rounds }) {
    const dir = mkdtempSync(join(tmpdir(), "ccmux-tab-"));
    try {
      mkdirSync(join(dir, "run"));
      writeNames(dir, size);
      const figures: Figure[] = [];
      for (const shell of ["bash", "zsh", "fish"] as const) {
        const [value, memory] = await race(shell, dir, Math.ceil(rounds / 2));
        const name = `TAB in ${shell}, ${size} sessions`;
        const bound = { by: "the same names from the shell's memory", value: memory! };
        figures.push({ name, value: value!, unit: "ms", bound: null, budget: { atMost: 20 } });
        figures.push({ name, value: value!, unit: "ms", bound, budget: null });
      }
      return figures;
    } finally {
      rmSync(dir, { recursive: true });
    }
  },
};

/** The names file as a daemon keeps it, and the bare names. */
function writeNames(dir: string, size: number): void {
  const names = Array.from({ length: size }, (_, at) => {
    const agent = AGENTS[at % AGENTS.length]!;
    return [`${agent}-${at.toString(36).padStart(8, "0")}`, agent] as const;
  });
  const rows = names.map(([name, agent], at) => `${name}\t${agent}, project-${at % 20}, working`);
  const head = `${process.pid} ${size}`;
  writeFileSync(join(dir, "run/sessions.tsv"), [head, ...rows, ""].join("\n"));
  writeFileSync(join(dir, "words"), names.map(([name]) => name).join("\n"));
}

/** In turns, so that both meet the same noise. @returns medians in milliseconds: ours, from memory */
async function race(shell: keyof typeof SHELLS, dir: string, rounds: number): Promise<number[]> {
  const { start, file, text, offer } = SHELLS[shell];
  writeFileSync(join(dir, file), `${text}\n`);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: dir,
    ZDOTDIR: dir,
    CCMUX_HOME: dir,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
  };
  // `script` gives it a terminal, which Node can't.
  const command = `stty cols 100 rows 40; ${start}`;
  const child = spawn("script", ["-qfec", command, "/dev/null"], { env, cwd: dir });
  try {
    await until(child, /> /, () => {});
    const times: number[][] = [[], []];
    for (let round = -1; round < rounds; round++) {
      for (const [at, line] of ["ccmux wait ", "ccmem "].entries()) {
        await until(child, new RegExp(line), () => child.stdin.write(line));
        // Until it has coloured what was typed, and suggested what may follow.
        await sleep(150);
        const begin = performance.now();
        await until(child, offer, () => child.stdin.write("\t"));
        // The first one loads what the shell loads on demand.
        if (round >= 0) times[at]!.push(performance.now() - begin);
        // "No, not all of them", and an empty line for the next.
        for (const key of [shell === "fish" ? "\x1b" : "n", "\x15"]) {
          child.stdin.write(key);
          await sleep(150);
        }
      }
    }
    return times.map(median);
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null) await once(child, "exit");
  }
}

/** Does it, and waits until the terminal has printed that since. */
function until(
  child: ChildProcessWithoutNullStreams,
  pattern: RegExp,
  act: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`No ${pattern} in: ${said}`)), 20_000);
    const listen = (chunk: Buffer): void => {
      said += chunk.toString("latin1");
      if (!pattern.test(said)) return;
      clearTimeout(timer);
      child.stdout.off("data", listen);
      resolve();
    };
    child.stdout.on("data", listen);
    act();
  });
}
