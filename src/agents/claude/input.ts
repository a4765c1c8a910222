import type { InputRules } from "../define.ts";

export const input: InputRules = {
  settleMs: 150,
  queues: true,
  queued: /^ {2}⎿ {2}Queued\b|^❯ Press up to edit queued messages/,
  pasted: /\[Pasted text #\d+/,
  // `/` opens commands, `!` a shell, `#` used to write memory, `&` a background session, `@` a picker that eats Enter.
  runs: /^\s*[/!#&@]|^\s*\?$/,
  // A backslash before Enter makes a new line.
  padded: /\\$/,
  interrupt: ["Escape"],
  once: /^Yes(?:, (?:and )?manually approve edits|, I trust this folder)?$/,
  no: /^No(?:, (?:exit|keep planning|and tell Claude what to do differently(?: \(esc\))?))?$/,
  // Its plan dialog has no option that means no.
  denies: { plan: ["Escape"] },
  digitTakes: true,
  walk: ["Up", "Down"],
  follows: {},
  own: { option: /^Type something\.?$/, opens: [] },
};
