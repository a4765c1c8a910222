/** The lines of a tmux config that show ccmux in the status bar, and open the list at a key. Pure. */
import type { Refusal } from "./entries.ts";

const FIRST = "# ccmux: from here to the next line of its own, by `ccmux setup --tmux`";
const LAST = "# ccmux: end";
/** Between quotes of tmux and words of a shell these mean nothing. */
const PLAIN_PATH = /^\/[\p{L}\p{N}_/.+@-]+$/u;

/** Behind tmux's prefix. */
export const POPUP_KEY = "A";
/** The person has given the key away: then it stays so. */
const TAKEN = /^[ \t]*bind(?:-key)?[ \t](?:.*[ \t])?A[ \t]/m;

/** A config with our lines taken out. */
export interface TmuxText {
  bare: string;
  /** Ours were there, whatever they were. */
  isThere: boolean;
  /** Where they belong, in `bare`. */
  at: number;
}

/** Whether there are lines of ours, in a file of any encoding. */
export function hasOurs(bytes: Buffer | null): boolean {
  return bytes?.includes(FIRST) ?? false;
}

/** Takes our lines out. */
export function takeLines(text: string): TmuxText | Refusal {
  const lines = text.split("\n");
  const from = lines.indexOf(FIRST);
  const to = lines.indexOf(LAST, from);
  if (from < 0) return { bare: text, isThere: false, at: text.length };
  if (to < 0) return { refused: `has "${FIRST}", and no end of it`, hint: `Add a line "${LAST}".` };
  const before = lines.slice(0, from).map((line) => `${line}\n`);
  const bare = before.join("") + lines.slice(to + 1).join("\n");
  return { bare, isThere: true, at: before.join("").length };
}

/**
 * Puts our lines where they belong.
 * @param program the launcher, as the person starts it: a path that stays when ccmux is updated
 */
export function putLines({ bare, at }: TmuxText, program: string): string | Refusal {
  if (!PLAIN_PATH.test(program))
    return {
      refused: `can't start ${program} from a line of tmux's`,
      hint: "Install ccmux at a path of letters, digits and /._+@- only.",
    };
  const ours = [FIRST, ...linesFor(program, !TAKEN.test(bare)), LAST, ""].join("\n");
  const [head, tail] = [bare.slice(0, at), bare.slice(at)];
  return head + (head === "" || head.endsWith("\n") ? "" : "\n") + ours + tail;
}

/** The config may be read again and again: what is there is not added once more. */
function linesFor(program: string, isKeyFree: boolean): string[] {
  const status = `${program} status --line`;
  return [
    `if-shell -F '#{m:*${status}*,#{status-right}}' '' "set-option -ga status-right ' #(${status})'"`,
    ...(isKeyFree
      ? [`bind-key ${POPUP_KEY} display-popup -E -w 90% -h 80% '${program} list --watch'`]
      : []),
  ];
}
