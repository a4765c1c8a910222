import type { InputRules } from "../define.ts";

export const input: InputRules = {
  // It takes Enter right behind the text, but its picker for files opens a moment later.
  settleMs: 150,
  // Of fast keys it may take a `!` in the middle for its shell.
  pastes: true,
  queues: true,
  queued: /^ *┃ +QUEUED(?: {2}|$)/,
  pasted: /\[Pasted ~\d+ lines\]/,
  // `/` opens commands, `!` a shell that runs unasked, also behind spaces; the words end the program.
  runs: /^\/|^ *!|^\s*(?:exit|quit|:q)\s*$/,
  // While the last word begins with `@`, its picker takes Enter.
  padded: /(?:^|\s)@\S*$/,
  interrupt: ["Escape", "Escape"],
  interruptAgain: / {2}esc again to interrupt(?: {2}|$)/,
  once: /^(?:Allow once|Yes)$/,
  no: /^(?:Reject|No)$/,
  digitTakes: true,
  walk: ["Up", "Down"],
  // A subagent is told why; empty, it is only told no.
  follows: { "reject-reason": ["Enter"] },
  own: { option: /^Type your own answer$/, opens: ["Enter"] },
};
