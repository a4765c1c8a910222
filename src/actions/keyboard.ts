import { randomBytes } from "node:crypto";
import { quoteForTmux, runTmux, type TmuxResult } from "../io/tmux.ts";
import type { Target } from "./look.ts";
import type { Typing } from "./text.ts";

type At = Pick<Target, "socket" | "pane">;

/**
 * Types a text, never through a shell and never as a tmux command: `-l` takes it as it is, `--` keeps a
 * leading dash from being a flag. It goes in by stdin: an argument could be read by everybody in `ps`.
 */
export async function typeText({ socket, pane }: At, { text, paste }: Typing): Promise<TmuxResult> {
  if (text === "") return { ok: true, stdout: "", stderr: "" };
  if (!paste) {
    const stdin = `send-keys -t ${quoteForTmux(pane)} -l -- ${quoteForTmux(text)}\n`;
    return runTmux(socket, ["source-file", "-"], { stdin });
  }
  const buffer = `ccmux-${randomBytes(8).toString("hex")}`;
  const loaded = await runTmux(socket, ["load-buffer", "-b", buffer, "-"], { stdin: text });
  if (!loaded.ok) return loaded;
  // -p: in brackets, so that line ends (carriage returns, as every terminal pastes them) do not submit;
  // -d: and forget it.
  const pasted = await runTmux(socket, ["paste-buffer", "-p", "-d", "-b", buffer, "-t", pane]);
  if (!pasted.ok) await runTmux(socket, ["delete-buffer", "-b", buffer]);
  return pasted;
}

const KEY =
  /^(?:[CMS]-)*(?:[\x21-\x7e]|Enter|Escape|Tab|BTab|Space|BSpace|Up|Down|Left|Right|Home|End|PageUp|PageDown|PPage|NPage|DC|IC|F(?:[1-9]|1[0-2]))$/;

/** Whether tmux would take it as one key, and not type out its name. */
export function isKey(name: string): boolean {
  return KEY.test(name);
}

const GAP_MS = 30;
/** An Escape and what follows it soon are one key to a terminal program. */
const AFTER_ESCAPE_MS = 200;

/** Presses keys one by one, so that no agent takes them for a paste. */
export async function pressKeys(
  { socket, pane }: At,
  keys: readonly string[],
): Promise<TmuxResult> {
  for (const [at, key] of keys.entries()) {
    const gapMs = keys[at - 1] === "Escape" ? AFTER_ESCAPE_MS : GAP_MS;
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
    const result = await runTmux(socket, ["send-keys", "-t", pane, "--", key.replace(/;$/, "\\;")]);
    if (!result.ok) return result;
  }
  return { ok: true, stdout: "", stderr: "" };
}
