import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

export interface Terminal {
  /** A key by tmux's name. */
  press(key: string): void;
  /** All that was printed, once it has these words. Throws with it when they do not come. */
  see(words: string): Promise<string>;
}

const PATIENCE_MS = 30_000;

/** Runs a program on a terminal of its own; what comes after it is `code <exit code>`. */
export function openTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  columns: number,
): Terminal {
  const dir = mkdtempSync(join(tmpdir(), "cm-"));
  const tmux = (...args: string[]): string =>
    execFileSync("tmux", ["-u", "-S", join(dir, "s"), "-f", "/dev/null", ...args], {
      encoding: "utf8",
    });
  onTestFinished(() => {
    tmux("kill-session", "-t", "=t");
    rmSync(dir, { recursive: true });
  });
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const script = '"$@"; echo "code $?"; exec sleep 120';
  const words = ["env", "-i", "TERM=tmux-256color", ...settings, "sh", "-c", script, "sh"];
  tmux("new-session", "-d", "-s", "t", "-x", String(columns), "-y", "50", ...words, ...command);
  const look = (): string => tmux("capture-pane", "-p", "-J", "-S", "-500", "-t", "=t:");
  return {
    press: (key) => void tmux("send-keys", "-t", "=t:", key),
    async see(words) {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const text = look();
        if (text.includes(words)) return text;
        if (Date.now() > until) throw new Error(`"${words}" did not come:\n${text}`);
        await sleep(100);
      }
    },
  };
}
