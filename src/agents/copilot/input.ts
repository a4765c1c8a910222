import type { InputRules } from "../define.ts";

export const input: InputRules = {
  settleMs: 150,
  // It draws anew for every key, which takes seconds on a busy machine, and a `?` typed first opens its help.
  pastes: true,
  queues: true,
  queued: /^ +└ \[pending · \S+ recall\]/,
  // From 11 lines on; over 24 kB or so it writes a file, and tells the model where it is.
  pasted: /\[Paste #\d+ - \d+ lines\]|\[Saved pasted content to workspace \([^)]*\) id=\d+\]/,
  // `/` is a command, `!` a shell (after spaces too), `&` hands over to a cloud.
  runs: /^\/|^\s*[!&]/,
  // A backslash before Enter makes a new line; a last word with `@` or `#` has a picker open, which eats Enter.
  padded: /\\$|(?:^|\s)[@#]\S*$/,
  // Two Escapes must be some time apart, and at rest they open a list of turns to go back to.
  interrupt: ["C-c"],
  once: /^(?:Yes|Accept plan and continue in Interactive execution\b.*)$/,
  no: /^(?:No\b.*\(Esc\b.*|No, and tell Copilot what to do differently\b.*|Suggest changes)$/,
  // The option that means no is a field for the reason: on an empty one Enter does nothing.
  denies: { permission: ["Escape"], plan: ["Escape"], trust: ["Escape"] },
  digitTakes: true,
  walk: ["Up", "Down"],
  follows: {},
  own: { option: /^Other \(type your answer\)$/, opens: [], pastes: true },
};
