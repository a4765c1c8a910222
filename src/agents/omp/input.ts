import type { InputRules } from "../define.ts";

export const input: InputRules = {
  // For some seconds it shows an input that drops all keys (FR-040).
  startsMs: 6000,
  settleMs: 100,
  // Typed key by key, `:smile:` would become an emoji, and `/x` the nearest command.
  pastes: true,
  // It steers: heard between two tools, or after the turn.
  queues: true,
  queued: /^ (?:Steering|After yield) · \d+$/,
  pasted: /(?:(?:📄|\uf15c|txt) #\d+|\[Paste #\d+, (?:\+\d+ lines|\d+ chars)\])$/,
  // `.` and `c` go on, `->` queues, `$ ` runs Python. A path is no command, `$HOME` and `!` alone are text.
  runs: /^\s*(?:\/[^\s/]+(?:\s|$)|!\s*\S|\${1,2}(?:\s|$)|[-=]>|[.c]\s*$)/,
  // Enter right behind these takes what is suggested, even after a paste.
  padded: /[/@#:^][^\s/@#:^]*$/,
  interrupt: ["Escape"],
  once: /^(?:Approve|Yes|Allow(?: once)?|Approve and execute)$/,
  no: /^(?:Deny|No|Reject|Block|Refine plan)$/,
  digitTakes: false,
  walk: ["Up", "Down"],
  // A long paste may be attached in other ways: Escape leaves it as it is.
  follows: { "paste-menu": ["Escape"] },
  own: { option: /^Other \(type your own\)$/, opens: ["Enter"] },
};
