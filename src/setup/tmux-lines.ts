/** The lines of a tmux config that show ccmux in the status bar, and open the list at a key. Pure. */
import type { Refusal } from "./entries.ts";

const FIRST = "# ccmux: from here to the next line of its own, by `ccmux setup --tmux`";
const LAST = "# ccmux: end";
/** Between quotes of tmux and words of a shell these mean nothing. */
const PLAIN_PATH = /^\/[\w/.+@-]+$/;

/** Behind tmux's prefix. */
export const POPUP_KEY = "A";
/** The person has given the key away: then it stays so. */
const TAKEN = /^[ \t]*bind(?:-key)?[ \t](?:.*[ \t])?A[ \t]/m;

export interface TmuxText {
  /** With our lines, as they are now. */
  full: string;
  /** Without them. */
  bare: string;
  /** Ours are there, whatever they are. */
  isThere: boolean;
}

/**
 * @param text of the config
 * @param program the launcher, as the person starts it: a path that stays when ccmux is updated
 */
export function planTmux(text: string, program: string): TmuxText | Refusal {
  if (!PLAIN_PATH.test(program))
    return {
      refused: `can't start ${program} from a line of tmux's`,
      hint: "Install ccmux at a path of letters, digits and /._+@- only.",
    };
  const lines = text.split("\n");
  const from = lines.indexOf(FIRST);
  const to = lines.indexOf(LAST, from);
  if (from >= 0 && to < 0)
    return { refused: `has "${FIRST}", and no end of it`, hint: `Add a line "${LAST}".` };
  const without = from < 0 ? text : [...lines.slice(0, from), ...lines.slice(to + 1)].join("\n");
  const ours = [FIRST, ...linesFor(program, !TAKEN.test(without)), LAST];
  if (from < 0) {
    const gap = text === "" || text.endsWith("\n") ? "" : "\n";
    return { full: `${text}${gap}${ours.join("\n")}\n`, bare: text, isThere: false };
  }
  const full = [...lines.slice(0, from), ...ours, ...lines.slice(to + 1)].join("\n");
  return { full, bare: without, isThere: true };
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
