import type { InputRules } from "../define.ts";

export const input: InputRules = {
  // It takes Enter for a new line 30 ms after a key, and 40 ms after a paste.
  settleMs: 150,
  queues: true,
  // The heading, a message cut at the pane's edge, and what is left of more than three.
  queued: /^ {2}Queued \(press|^ {4}\S.{60,}…$|^ {4}\.{3} \(\+\d+ more\)$/,
  pasted: /\[Pasted Text: \d+ (?:lines|chars)/,
  // `/name` is a command, a path or a comment is none; as the first key `!` opens a shell and `?` its
  // shortcuts, while a paste that begins with them is read.
  runs: /^\s*\/(?![/*])[^\s/]*(?:\s|$)|^[!?][^\n\t]{0,199}$/,
  // A backslash before Enter makes a new line; a word with `@` opens a picker that eats Enter.
  padded: /\\$|@\S*$/,
  interrupt: ["Escape"],
  once: /^(?:Allow once|Yes, manually accept edits|Trust (?:this )?folder\b.*)$/,
  no: /^(?:No|No, suggest changes \(esc\)|Don.t trust)$/,
  digitTakes: true,
  walk: ["Up", "Down"],
  follows: {},
  own: { option: /^(?:Enter a custom value|Type your feedback\.\.\.)$/, opens: [] },
};
