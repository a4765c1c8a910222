import type { InputRules } from "../define.ts";

/** A path in front of words, or a comment, is none. */
const COMMAND = /^\s*\/(?![/*])[^\s/]*(?:\s|$)/;
/** A paste of paths and nothing else: of files that exist it would read what is in them. */
const PATHS = /^\s*(?:\.{0,2}\/|\.\w)\S*(?: +(?:\.{0,2}\/|\.\w)\S*)*\s*$/;

export const input: InputRules = {
  // It takes Enter for a new line 30 ms after a key, and 40 ms after a paste: on a busy machine, up to 250 ms.
  settleMs: 400,
  // Of keys in one write it sees an input that is still empty: `!` opens a shell, and what follows is run.
  pastes: true,
  queues: true,
  // The heading, a message cut at the pane's edge, and what is left of more than three.
  queued: /^ {2}Queued \(press|^ {4}\S.{60,}…$|^ {4}\.{3} \(\+\d+ more\)$/,
  pasted: /\[Pasted Text: \d+ (?:lines|chars)/,
  runs: new RegExp(`${COMMAND.source}|${PATHS.source}`),
  // A backslash before Enter makes a new line; a word with `@` opens a picker that eats Enter.
  padded: /\\$|@[^\s@]*$/,
  interrupt: ["Escape"],
  once: /^(?:Allow once|Yes, manually accept edits|Trust (?:this )?folder\b.*)$/,
  no: /^(?:No|No, suggest changes \(esc\)|Don.t trust)$/,
  // Its plan dialog has no option that means no.
  denies: { plan: ["Escape"] },
  digitTakes: true,
  walk: ["Up", "Down"],
  follows: {},
  own: { option: /^Enter a custom value$/, opens: [] },
};
